import { html, raw } from "hono/html";

type Html = ReturnType<typeof html>;

const STYLE = `
:root { color-scheme: dark; --line: #ffffff1f; --dim: #9fb0c3; --accent: #7fd4ff; }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; font: 16px/1.5 system-ui, sans-serif; color: #e8eef5;
  background: radial-gradient(80rem 40rem at 70% -10%, #17324a 0%, transparent 60%),
    radial-gradient(60rem 40rem at 0% 110%, #2a1830 0%, transparent 60%), #070b11; }
main { max-width: 72rem; margin: 0 auto; padding: 3rem 1.25rem 5rem; }
h1 { font-size: 1.75rem; font-weight: 600; letter-spacing: .02em; margin: 0 0 .25rem; }
h2 { font-size: 1rem; font-weight: 600; margin: 2.5rem 0 .75rem; color: var(--accent); }
p { margin: .25rem 0; } .dim { color: var(--dim); } a { color: var(--accent); }
ul { list-style: none; margin: 0; padding: 0; }
.pilots { display: grid; gap: .5rem; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); }
.card { border: 1px solid var(--line); border-radius: .5rem; background: #0d141dcc; padding: .5rem .75rem .75rem; }
button, select, input { font: inherit; color: inherit; background: #0d141d; border: 1px solid var(--line);
  border-radius: .375rem; padding: .5rem .75rem; }
button { cursor: pointer; } button:hover { border-color: var(--accent); background: #13202e; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.pilot { display: flex; align-items: center; gap: .75rem; width: 100%; text-align: left; font-weight: 600; }
h3.pilot { font-size: 1rem; margin: .25rem 0; }
.pilot img { border-radius: .25rem; } .card .dim { font-size: .875rem; margin: .375rem 0 0; }
form { margin: 0; } .row button { font-size: .875rem; padding: .25rem .625rem; }
.row { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin-top: .5rem; } td .row { margin: 0; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top;
  padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); } th { color: var(--dim); font-weight: 500; }
code { color: var(--accent); }
@media (max-width: 48rem) { td { overflow-wrap: anywhere; } }
.server { display: grid; gap: 0 1.5rem; } .server .card { margin-bottom: .5rem; }
.server h3 { font-size: .875rem; margin: 1rem 0 .5rem; } [aria-current="page"] { font-weight: 600; text-decoration: none; }
@media (min-width: 48rem) { .server { grid-template-columns: 3fr 2fr; } }
`;

/** A page of New Eden, without scripts. */
export function page(title: string, content: Html) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <main>${content}</main>
      </body>
    </html>`;
}
