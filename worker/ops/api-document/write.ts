import { writeFileSync } from "node:fs";
import { apiFiles } from "./files.ts";

/** `npm run api:document` */
for (const [path, text] of Object.entries(apiFiles())) writeFileSync(path, text);
