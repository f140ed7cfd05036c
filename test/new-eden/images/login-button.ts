/** Replaces CCP's login image, in the same size. */
export const LOGIN_BUTTON = `<svg xmlns="http://www.w3.org/2000/svg" width="270" height="45" viewBox="0 0 270 45" role="img" aria-label="Log in with EVE Online">
<defs><linearGradient id="edge" x2="0" y2="1"><stop offset="0" stop-color="#5c6670"/><stop offset="1" stop-color="#1d2227"/></linearGradient></defs>
<rect x=".5" y=".5" width="269" height="44" rx="3" fill="#0a0c0e" stroke="url(#edge)"/>
<g transform="translate(22.500 22.500)" fill="none" stroke="#7fd4ff"><circle r="11" stroke-opacity=".5"/>
<path d="M-11 0C-4-3 4-3 11 0M0-11C-4-4-4 4 0 11M0-11C4-4 4 4 0 11"/></g><path d="M45 9V36" stroke="#343b42"/>
<g font-family="system-ui, sans-serif" fill="#fff"><text x="58" y="28" font-size="14" letter-spacing="1.500">LOG IN <tspan fill="#9aa6b2">with</tspan> EVE Online</text></g></svg>`;
