"use client";

import "./globals.css";

/**
 * Shown when even the layout failed. Its text is in both languages, since no messages are loaded. It imports no shared
 * component, since every page loads this file.
 */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  return (
    <html lang="en">
      <body>
        <main role="alert" className="mx-auto max-w-prose space-y-4 px-4 py-24 text-center">
          <h1 className="font-semibold text-lg">Cotejo could not show this page.</h1>
          <p>Nothing was lost. Try again; if it stays so, the cause is in the log.</p>
          <p lang="es-MX">No se perdió nada. Intenta de nuevo; si persiste, la causa está en el registro.</p>
          {error.digest && (
            <p>
              Reference · <span lang="es-MX">Referencia</span>: {error.digest}
            </p>
          )}
          <a
            href={`${window.location.pathname}${window.location.search}`}
            className="inline-block rounded-md border border-border px-3 py-1.5 text-sm hover:bg-muted"
          >
            Try again · <span lang="es-MX">Intentar de nuevo</span>
          </a>
        </main>
      </body>
    </html>
  );
}
