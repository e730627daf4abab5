"use client";

import "./globals.css";

/** The last resort, when even the layout failed: without words files, thus in both languages. */
export default function GlobalError({ reset }: { error: Error; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <main role="alert" className="mx-auto max-w-prose space-y-4 px-4 py-24 text-center">
          <h1 className="font-semibold text-lg">Cotejo could not show this page.</h1>
          <p>Nothing was lost. Try again; if it stays so, the cause is in the log.</p>
          <p lang="es-MX">No se perdió nada. Intenta de nuevo; si persiste, la causa está en el registro.</p>
          <button type="button" onClick={reset} className="rounded-md border border-border px-4 py-2">
            Try again · <span lang="es-MX">Intentar de nuevo</span>
          </button>
        </main>
      </body>
    </html>
  );
}
