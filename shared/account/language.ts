import * as z from "zod/mini";
import { TAGS } from "#shared/language/languages.ts";

export const languageSchema = z.enum(TAGS);

/** `PUT /account/language` */
export const saveLanguageSchema = z.object({ language: languageSchema });
