/** The parts of Google Apps Script that the recipe uses, as the beginning of a module. Requests block there, so a process makes each. */
export const APPS_SCRIPT_HOST = `
import { execFileSync } from "node:child_process";

const REQUEST = \`
  const [address, options] = process.argv.slice(1);
  const answer = await fetch(address, JSON.parse(options));
  console.log(JSON.stringify({ code: answer.status, text: await answer.text() }));
\`;
const UrlFetchApp = {
  fetch(address, { headers }) {
    const args = ["--input-type=module", "-e", REQUEST, address, JSON.stringify({ headers })];
    const { code, text } = JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
    return { getResponseCode: () => code, getContentText: () => text };
  },
};
const PropertiesService = {
  getScriptProperties: () => ({ getProperty: (name) => process.env[name] }),
};
let values = [];
const sheet = {
  clearContents: () => (values = []),
  getRange: (row, column, rows, columns) => ({
    setValues(written) {
      if (row !== 1 || column !== 1 || written.length !== rows) throw new Error("Wrong range");
      if (written.some((line) => line.length !== columns)) throw new Error("Wrong range");
      values = written;
    },
  }),
};
const SpreadsheetApp = { getActive: () => ({ getSheetByName: () => sheet }) };
const print = () => console.log(JSON.stringify(values));
`;
