import { expect, test } from "vitest";
import { ApiError, fieldsOf, messageOf, reasonOf } from "#web/lib/api/api-error.ts";

const conflict = {
  error: { code: "conflict", message: "Mira Tal is a member already.", requestId: "r1" },
};

test("an error message has the status text, also over HTTP/2, which sends none", () => {
  expect(new ApiError(404, "Not Found", undefined).message).toBe("API request failed: Not Found");
  expect(new ApiError(404, "", undefined).message).toBe("API request failed: Not Found");
  expect(new ApiError(503, "", undefined).message).toBe("API request failed: Service Unavailable");
  expect(new ApiError(599, "", undefined).message).toBe("API request failed: 599");
});

test("an error carries the code, message and request id of the server", () => {
  const error = new ApiError(409, "", conflict);
  expect(error).toMatchObject({ status: 409, code: "conflict", requestId: "r1" });
  expect(messageOf(error, "Failed to send invitation")).toBe("Mira Tal is a member already.");
});

test("the fallback is used if the server sent no message", () => {
  const bodies = [undefined, null, "<html>", {}, { error: "no" }, { error: { message: "" } }];
  for (const body of bodies) {
    expect(messageOf(new ApiError(502, "", body), "Failed to fetch data")).toBe(
      "Failed to fetch data",
    );
  }
  expect(messageOf(new TypeError("Failed to fetch"), "Failed to fetch data")).toBe(
    "Failed to fetch data",
  );
});

test("a request without the server's words says whether Muster answered at all", () => {
  expect(reasonOf(new ApiError(409, "", conflict))).toBe("Mira Tal is a member already.");
  const broken = "Muster answered with an error. Please try again.";
  expect(reasonOf(new ApiError(500, "", undefined))).toBe(broken);
  expect(reasonOf(new ApiError(502, "", "<html>"))).toBe(broken);
  const unreachable = "Muster could not be reached. Please try again.";
  expect(reasonOf(new TypeError("Failed to fetch"))).toBe(unreachable);
});

test("validation messages are found by field", () => {
  const body = {
    error: { ...conflict.error, code: "invalid_request", fields: { name: "Name is required" } },
  };
  expect(fieldsOf(new ApiError(400, "", body))).toEqual({ name: "Name is required" });
  expect(fieldsOf(new TypeError("Failed to fetch"))).toEqual({});
});
