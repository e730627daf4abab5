import type { FormEvent, ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";

type Props = {
  title: string;
  about: string;
  words: Record<"cancel" | "submit" | "working", string>;
  destructive?: boolean;
  busy: boolean;
  /** Says why it was refused, once it was. */
  failure: ReactNode;
  /** Asks for the password again where that is needed (`useSecretChange`). */
  stepUp: ReactNode;
  onSubmit: (form: FormData) => void;
  onClosed: () => void;
  children?: ReactNode;
};

/** A dialog around a form whose change may ask for the password again. */
export function ChangeDialog(props: Props) {
  const { title, about, words, destructive = false, busy, failure, stepUp, onSubmit, onClosed, children } = props;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy) onSubmit(new FormData(event.currentTarget));
  };
  return (
    <Dialog title={title} about={about} busy={busy} onClosed={onClosed}>
      <form method="post" onSubmit={submit} className="space-y-4">
        {children}
        {failure}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={onClosed} disabled={busy}>
            {words.cancel}
          </Button>
          <Button type="submit" variant={destructive ? "destructive" : "default"} aria-disabled={busy}>
            {busy ? words.working : words.submit}
          </Button>
        </div>
      </form>
      {stepUp}
    </Dialog>
  );
}
