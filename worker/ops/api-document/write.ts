import { writeFileSync } from "node:fs";
import { apiFiles } from "./page.ts";

/** `npm run api:document` */
for (const [path, text] of Object.entries(apiFiles())) writeFileSync(path, text);
