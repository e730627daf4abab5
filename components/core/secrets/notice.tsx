import { ShieldAlert, ShieldCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { Alert, AlertDescription } from "@/components/ui/alert";

const DONE_CLASS = "border-done/40 bg-done/5 [&>svg]:text-done";

type Props = {
  /** Null if there is nothing to report. */
  says: string | null;
  /** The notice is about a loss, or an action is still needed. */
  warning?: boolean;
};

/** Reports a completed action above the page. It takes the focus, since the pressed button may have been removed. */
export function Notice({ says, warning = false }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (says !== null) place.current?.focus();
  }, [says]);
  const Mark = warning ? ShieldAlert : ShieldCheck;
  return (
    <div ref={place} tabIndex={-1} role="status" className="max-w-6xl outline-none empty:hidden">
      {says !== null && (
        <Alert variant={warning ? "warning" : "default"} className={warning ? undefined : DONE_CLASS}>
          <Mark aria-hidden />
          <AlertDescription className="wrap-anywhere">{says}</AlertDescription>
        </Alert>
      )}
    </div>
  );
}
