import { expect, test } from "vitest";
import { ApiError, fieldsOf, messageOf } from "#web/lib/api-error.ts";

const conflict = {
  error: { code: "conflict", message: "Mira Tal is a member already.", requestId: "r1" },
};

test("an error says its status text, and finds the words where HTTP/2 sends none", () => {
  expect(new ApiError(404, "Not Found", undefined).message).toBe("API request failed: Not Found");
  expect(new ApiError(404, "", undefined).message).toBe("API request failed: Not Found");
  expect(new ApiError(503, "", undefined).message).toBe("API request failed: Service Unavailable");
  expect(new ApiError(599, "", undefined).message).toBe("API request failed: 599");
});

test("an error carries what the server said", () => {
  const error = new ApiError(409, "", conflict);
  expect(error).toMatchObject({ status: 409, code: "conflict", requestId: "r1" });
  expect(messageOf(error, "Failed to send invitation")).toBe("Mira Tal is a member already.");
});

test("the fallback stands in when the server said nothing", () => {
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

test("what validation refused is found by field", () => {
  const body = {
    error: { ...conflict.error, code: "invalid_request", fields: { name: "Name is required" } },
  };
  expect(fieldsOf(new ApiError(400, "", body))).toEqual({ name: "Name is required" });
  expect(fieldsOf(new TypeError("Failed to fetch"))).toEqual({});
});
