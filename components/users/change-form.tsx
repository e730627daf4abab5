import type { FormEvent, ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Failure } from "#components/ui/failure.tsx";

type Props = {
  title: string;
  about: string;
  words: Record<"cancel" | "submit" | "working", string>;
  destructive?: boolean;
  busy: boolean;
  /** Why it was refused. */
  says: string | null;
  /** Asks for the password again where that is needed (`useSecretChange`). */
  stepUp: ReactNode;
  onSubmit: (form: FormData) => void;
  onClosed: () => void;
  children?: ReactNode;
};

/** A dialog around a form that changes something about a person. */
export function ChangeForm(props: Props) {
  const { title, about, words, destructive = false, busy, says, stepUp, onSubmit, onClosed, children } = props;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy) onSubmit(new FormData(event.currentTarget));
  };
  return (
    <Dialog title={title} about={about} busy={busy} onClosed={onClosed}>
      <div>
        <form method="post" onSubmit={submit} className="space-y-4">
          {children}
          <Failure says={says} />
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
      </div>
    </Dialog>
  );
}
