export function PageFooter() {
  return (
    <footer className="border-t border-line-faint px-4 py-4 text-xs text-text-3 md:px-8">
      <p>Powered by EVE Online SSO • Built on Cloudflare Workers</p>
    </footer>
  );
}
