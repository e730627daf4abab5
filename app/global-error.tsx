"use client";

import "./globals.css";
import { Button } from "@/components/ui/button";

/** The last resort, when even the layout failed: without words files, thus in both languages. */
export default function GlobalError({ reset }: { error: Error; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <main role="alert" className="mx-auto max-w-prose space-y-4 px-4 py-24 text-center">
          <h1 className="font-semibold text-lg">Cotejo could not show this page.</h1>
          <p>Nothing was lost. Try again; if it stays so, the cause is in the log.</p>
          <p lang="es-MX">No se perdió nada. Intenta de nuevo; si persiste, la causa está en el registro.</p>
          <Button variant="outline" onClick={reset}>
            Try again · <span lang="es-MX">Intentar de nuevo</span>
          </Button>
        </main>
      </body>
    </html>
  );
}
