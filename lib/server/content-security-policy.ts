/**
 * The policy of one answer. A hot-reloading build evaluates code from strings, brings styles of its own that know no
 * nonce (and one beside `unsafe-inline` would annul it), and talks to its server by WebSocket; a production build does not.
 */
export function contentSecurityPolicy(
  nonce: string,
  { developing, worker = false }: { developing: boolean; worker?: boolean },
): string {
  return [
    "default-src 'self'",
    // The PDF viewer's worker decodes pictures of scanned pages by WebAssembly; no page may, and nothing evaluates text.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${worker ? " 'wasm-unsafe-eval'" : ""}${developing ? " 'unsafe-eval'" : ""}`,
    // Attributes such as style="width: 40%" come from React and carry no code; elements need the nonce.
    `style-src-elem 'self' ${developing ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${developing ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "frame-src 'self' blob:",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    // Only what instrumentation-client.ts lets through becomes a script or markup. Hot reload evaluates text.
    ...(developing || worker ? [] : ["require-trusted-types-for 'script'", "trusted-types default"]),
    // Not `report-to`, which browsers prefer and then only follow to https: with it nothing would be reported on localhost.
    "report-uri /api/csp-reports",
  ].join("; ");
}
