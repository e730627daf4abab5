import { ShieldAlert, ShieldCheck } from "lucide-react";
import { useEffect, useRef } from "react";

type Props = {
  /** Null while there is nothing to report. */
  says: string | null;
  /** Something was lost, or has still to be done. */
  warning?: boolean;
};

/** Reports above the page what has been done. It takes the focus, since the button that was pressed may be gone. */
export function Notice({ says, warning = false }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (says !== null) place.current?.focus();
  }, [says]);
  const [Mark, box, tone] = warning
    ? [ShieldAlert, "border-medium/40 bg-medium/10", "text-medium"]
    : [ShieldCheck, "border-done/40 bg-done/5", "text-done"];
  return (
    <div ref={place} tabIndex={-1} role="status" className="max-w-6xl outline-none empty:hidden">
      {says !== null && (
        <p className={`flex items-start gap-2 rounded-lg border p-3 text-sm ${box}`}>
          <Mark aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
          <span className="wrap-anywhere">{says}</span>
        </p>
      )}
    </div>
  );
}
