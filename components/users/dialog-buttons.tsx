import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";

type Props = { busy: boolean; cancel: string; submit: ReactNode; destructive?: boolean; onCancelled: () => void };

/** The way back and the way on, below a dialog's form. */
export const DialogButtons = ({ busy, cancel, submit, destructive = false, onCancelled }: Props) => (
  <div className="flex flex-wrap justify-end gap-2">
    <Button variant="ghost" onClick={onCancelled} disabled={busy}>
      {cancel}
    </Button>
    <Button type="submit" variant={destructive ? "destructive" : "default"} aria-disabled={busy}>
      {submit}
    </Button>
  </div>
);
