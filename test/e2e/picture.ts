import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page, TestInfo } from "@playwright/test";
import { expect } from "./product.ts";

/** In colour steps of 255. Letters differ by a few between builds of Chromium; what moved or was painted anew by more. */
const CLEAR_STEP = 12;
const FAINT_STEP = 8;
/** What may differ, in percent: a button of another colour is 1.1, one card that moved by 8 pixels 2 or more. */
const CLEAR_LIMIT = 0.9;
/** A faint difference shows only on a large area: cards on another ground are 27 or more. */
const FAINT_LIMIT = 5;

/**
 * Compares the screen with its picture. Both are looked at from afar, eight times smaller: there a letter is a
 * grey shade, however it was smoothed, and a block is still where it is.
 */
export async function expectPicture(page: Page, info: TestInfo, name: string) {
  const file = fileURLToPath(new URL(`shots/${name}-${info.project.name}.png`, import.meta.url));
  if (info.config.updateSnapshots === "all" || !existsSync(file)) {
    await isStill(page);
    writeFileSync(file, await shrink(page, await shoot(page)));
    return;
  }
  const picture = readFileSync(file);
  let seen: Buffer = picture;
  const difference = async () => {
    seen = await shrink(page, await shoot(page));
    const { clear, faint } = await compare(page, picture, seen);
    const isSame = clear <= CLEAR_LIMIT && faint <= FAINT_LIMIT;
    return isSame ? "none" : `${clear.toFixed(2)} % clearly, ${faint.toFixed(2)} % faintly`;
  };
  try {
    await expect.poll(difference, { message: `${name}: difference from its picture` }).toBe("none");
  } catch (error) {
    await info.attach(`${name} as it is`, { body: seen, contentType: "image/png" });
    await info.attach(`${name} as it was`, { body: picture, contentType: "image/png" });
    throw error;
  }
}

function shoot(page: Page): Promise<Buffer> {
  return page.screenshot({ animations: "disabled", caret: "hide" });
}

/** Three screens in a row that are alike: parts that load late have loaded. */
async function isStill(page: Page) {
  let last = "";
  let alike = 0;
  while (alike < 3) {
    const next = (await shoot(page)).toString("base64");
    alike = next === last ? alike + 1 : 0;
    last = next;
    await page.waitForTimeout(150);
  }
}

/** Half as wide and half as high: small in the repository, and still a picture. */
async function shrink(page: Page, picture: Buffer): Promise<Buffer> {
  const small = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.width / 2);
    canvas.height = Math.round(image.height / 2);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL("image/png").split(",")[1] ?? "";
  }, picture.toString("base64"));
  return Buffer.from(small, "base64");
}

/** How much of the one differs from the other, in percent; everything, if they differ in size. */
function compare(
  page: Page,
  one: Buffer,
  other: Buffer,
): Promise<{ clear: number; faint: number }> {
  return page.evaluate(
    async ({ pictures, clearStep, faintStep }) => {
      const [a, b] = await Promise.all(pictures.map(look));
      if (!a || a.length !== b?.length) return { clear: 100, faint: 100 };
      const share = (step: number) => {
        let count = 0;
        for (let at = 0; at < a.length; at += 4) {
          const steps = [0, 1, 2].map((channel) =>
            Math.abs((a[at + channel] ?? 0) - (b[at + channel] ?? 0)),
          );
          if (Math.max(...steps) > step) count += 1;
        }
        return (400 * count) / a.length;
      };
      return { clear: share(clearStep), faint: share(faintStep) };

      /** A quarter of the size, halved twice: at once, the canvas would leave pixels out. */
      async function look(base64: string) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
        const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
        const small = halve(halve(image));
        return small.getContext("2d")?.getImageData(0, 0, small.width, small.height).data;
      }

      function halve(image: ImageBitmap | OffscreenCanvas): OffscreenCanvas {
        const [width, height] = [Math.round(image.width / 2), Math.round(image.height / 2)];
        const canvas = new OffscreenCanvas(width, height);
        canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
        return canvas;
      }
    },
    {
      pictures: [one.toString("base64"), other.toString("base64")],
      clearStep: CLEAR_STEP,
      faintStep: FAINT_STEP,
    },
  );
}
