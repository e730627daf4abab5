"use client";

import { RefreshCw } from "lucide-react";
import { Button } from "#components/ui/button.tsx";

type Props = {
  label: string;
  reading: boolean;
  /** Said while it is read. */
  said: string;
  onRead: () => void;
  className?: string;
};

/** Has the service read once more. */
export const ReadAgain = ({ label, reading, said, onRead, className }: Props) => (
  <>
    {/* Apart from the time beside it, which may change by itself and would be read out each time. */}
    <span role="status" className="sr-only">
      {reading ? said : ""}
    </span>
    <Button
      variant="ghost"
      size="icon"
      // Not `disabled`: that would take the focus away from who pressed it.
      aria-disabled={reading}
      onClick={() => !reading && onRead()}
      aria-label={label}
      title={label}
      className={className}
    >
      <RefreshCw aria-hidden className={`size-3.5 ${reading ? "motion-safe:animate-spin" : ""}`} />
    </Button>
  </>
);
