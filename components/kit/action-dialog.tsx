import type { KeyboardEvent, ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { Sheet, SheetContent } from "@/components/ui/sheet";

type Props = {
  title: string;
  about: ReactNode;
  /** The action is running: the dialog stays open. */
  busy: boolean;
  /** Wider, for long texts. */
  wide?: boolean;
  /** Beside the page where there is room, for actions that rest on what the page shows. */
  beside?: boolean;
  className?: string;
  onClosed: () => void;
  children: ReactNode;
};

/** Ctrl or Cmd with Enter sends the form of a dialog from anywhere in it, unless another element has handled the key. */
function sendForm(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
  const form = event.currentTarget.querySelector("form");
  if (!form) return;
  event.preventDefault();
  const submit = form.querySelector<HTMLButtonElement>("button[type=submit]");
  if (!submit?.disabled) form.requestSubmit(submit);
}

/**
 * A dialog with a form, open from its first render. A click outside does not close it, to keep typed text; while the
 * action is running, Escape does not close it either.
 */
export function ActionDialog({
  title,
  about,
  busy,
  wide = false,
  beside = false,
  className,
  onClosed,
  children,
}: Props) {
  const [Root, Content] = beside ? [Sheet, SheetContent] : [Dialog, DialogContent];
  return (
    <Root open onOpenChange={(open) => !open && !busy && onClosed()}>
      <Content
        onInteractOutside={(event) => event.preventDefault()}
        onKeyDown={sendForm}
        className={cn(wide && "w-[42rem]", className)}
      >
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription asChild>
            <div>{about}</div>
          </DialogDescription>
        </DialogHeader>
        {children}
      </Content>
    </Root>
  );
}
