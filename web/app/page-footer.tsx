export function PageFooter() {
  return (
    <footer className="border-t border-line-faint text-xs text-text-3">
      <p className="mx-auto max-w-336 p-4 md:px-8">
        Powered by EVE Online SSO • Built on Cloudflare Workers
      </p>
    </footer>
  );
}
