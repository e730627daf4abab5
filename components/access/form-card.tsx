import { CircleAlert } from "lucide-react";
import type { ReactNode, Ref } from "react";

type SentFormProps = {
  ref?: Ref<HTMLFormElement>;
  onSend: (typed: FormData) => void;
  className: string;
  children: ReactNode;
};

/**
 * A form with a password. React keeps the submission of a form with an `action` until it has hydrated the page, while the
 * browser would send an `onSubmit` form by itself until then; from then on `onSubmit` spares the fields React's reset.
 */
export function SentForm({ onSend, ...form }: SentFormProps) {
  return (
    <form
      action={onSend}
      onSubmit={(event) => {
        event.preventDefault();
        onSend(new FormData(event.currentTarget));
      }}
      {...form}
    />
  );
}

type Props = { title: string; purpose: ReactNode; onSend: (typed: FormData) => void; children: ReactNode };

/** A form that is all there is on its page. */
export function FormCard({ title, purpose, onSend, children }: Props) {
  return (
    <SentForm onSend={onSend} className="space-y-4 rounded-lg border border-border bg-card p-6">
      <div className="space-y-1">
        <h1 className="font-semibold text-lg tracking-tight">{title}</h1>
        <p className="wrap-anywhere text-muted-foreground text-sm">{purpose}</p>
      </div>
      {children}
    </SentForm>
  );
}

/** Why it did not work, said at once; null while there is nothing to say. */
export function FormProblem({ says }: { says: string | null }) {
  return (
    <div role="alert" className="empty:hidden">
      {says !== null && (
        <p className="flex gap-2 text-failed text-sm">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {says}
        </p>
      )}
    </div>
  );
}
