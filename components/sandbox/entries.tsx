import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ChevronRight, type LucideIcon } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Remark } from "#components/kit/remark.tsx";
import { useErrorWords } from "#components/kit/words.tsx";
import { sandboxKeys } from "#lib/edge/browser/sandbox.ts";
import { Button } from "@/components/ui/button";

/** A request to the embedded service, after which its state is refetched at once. */
export function useSandboxAction<Input, Answer>(act: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSettled: () => client.invalidateQueries({ queryKey: sandboxKeys.all }),
  });
}

export function Problem({ error }: { error: Error | null }) {
  const words = useErrorWords("sandbox.problem");
  return (
    <div role="alert" className="text-failed text-xs empty:hidden">
      {error && <Remark mark="bad">{words(error)}</Remark>}
    </div>
  );
}

type GroupProps = { title: string; count: number; initially?: boolean; forced?: boolean; children: ReactNode };

/** A part of a list that can be folded. Its content is rendered only while unfolded; an empty group is left out. */
export function Group({ title, count, initially = false, forced = false, children }: GroupProps) {
  const id = useId();
  const [opened, setOpened] = useState(initially);
  const open = forced || opened;
  if (count === 0) return null;
  return (
    <section aria-labelledby={id} className="border-border border-t">
      <h3>
        <Button
          variant="ghost"
          aria-expanded={open}
          onClick={() => setOpened(!open)}
          className="h-auto min-h-11 w-full justify-start gap-2 whitespace-normal rounded-none px-4 py-2 text-left hover:bg-muted/60"
        >
          <ChevronRight
            aria-hidden
            className={`size-4 text-muted-foreground transition-transform duration-100 ${open ? "rotate-90" : ""}`}
          />
          <span id={id} className="min-w-0 flex-1">
            {title}
          </span>
          <span className="font-normal text-muted-foreground text-xs tabular-nums">{count}</span>
        </Button>
      </h3>
      {open && <>{children}</>}
    </section>
  );
}

type EntryProps<Answer> = {
  title: string;
  code?: string | undefined;
  shows: string;
  icon: LucideIcon;
  button: string;
  /** The accessible name of the button. */
  buttonName: string;
  act: () => Promise<Answer>;
  said: (answer: Answer) => ReactNode;
};

/** A scenario or a fault: its description, its effect on the dashboard, its start button, and the outcome. */
export function Entry<Answer>(props: EntryProps<Answer>) {
  const { title, code, shows, icon: Icon, button, buttonName, act, said } = props;
  const { mutate, isPending, isSuccess, data, error } = useSandboxAction(act);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 px-4 py-2.5 pl-10 hover:bg-muted/40 max-sm:pl-4">
      <div className="min-w-0 space-y-0.5">
        <p className="text-sm">
          <span className="font-medium">{title}</span>
          {code && (
            <code translate="no" className="wrap-anywhere ml-2 text-muted-foreground text-xs">
              {code}
            </code>
          )}
        </p>
        <p className="text-[0.8125rem] text-muted-foreground">{shows}</p>
        <div role="status" className="pt-1 text-xs empty:hidden">
          {isSuccess && <Remark mark="good">{said(data)}</Remark>}
        </div>
        <Problem error={error} />
      </div>
      <Button
        variant="outline"
        size="sm"
        aria-label={buttonName}
        aria-disabled={isPending}
        onClick={() => mutate(undefined)}
      >
        <Icon aria-hidden />
        <span className="max-sm:sr-only">{button}</span>
      </Button>
    </li>
  );
}
