import { CircleAlert } from "lucide-react";
import { type ComponentProps, type ReactNode, useSyncExternalStore } from "react";

type Props = Omit<ComponentProps<"form">, "title"> & { title: string; purpose: ReactNode };

/** A form that is all there is on its page. POST, so that a browser that sends it by itself puts nothing into an address. */
export function FormCard({ title, purpose, children, ...form }: Props) {
  return (
    <form method="post" className="space-y-4 rounded-lg border border-border bg-card p-6" {...form}>
      <div className="space-y-1">
        <h1 className="font-semibold text-lg tracking-tight">{title}</h1>
        <p className="wrap-anywhere text-muted-foreground text-sm">{purpose}</p>
      </div>
      {children}
    </form>
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

const never = () => () => undefined;

/** False until scripts run: a form sent before that would be sent by the browser itself, not by us. */
export const useInteractive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
