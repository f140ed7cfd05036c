/** Saves a file under a name, as if the user had clicked a link to it. */
export function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download has started by then, so the URL can be released.
  setTimeout(() => URL.revokeObjectURL(url));
}

/** Saves a list as `muster-<parts>.csv`; what is no letter or digit becomes a dash. */
export function saveCsv(csv: string, ...parts: string[]) {
  const name = ["muster", ...parts].join("-").replaceAll(/[^\p{L}\p{N}]+/gu, "-");
  saveFile(new Blob([csv], { type: "text/csv;charset=utf-8" }), `${name}.csv`);
}
