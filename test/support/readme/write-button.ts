import { readFileSync, writeFileSync } from "node:fs";
import { repositoryOf, withDeployButton } from "./deploy-button.ts";

/** `npm run button`: gives the README the deploy button of the repository that package.json names. */
const repository = repositoryOf(readFileSync("package.json", "utf8"));
writeFileSync("README.md", withDeployButton(readFileSync("README.md", "utf8"), repository));
