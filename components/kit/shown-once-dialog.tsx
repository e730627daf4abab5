import { Download } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { CopyButton } from "./copy.tsx";

type Props = {
  title: string;
  about: string;
  className: string;
  /** The element with the initial focus; the default is the first button. */
  first?: RefObject<HTMLElement | null>;
  children: ReactNode;
};

/** A dialog for a value that is shown once: only its parent closes it, neither Escape nor a click outside. */
export function ShownOnceDialog({ title, about, className, first, children }: Props) {
  const stay = (event: Event) => event.preventDefault();
  return (
    <Dialog open>
      <DialogContent
        onEscapeKeyDown={stay}
        onInteractOutside={stay}
        onOpenAutoFocus={(event) => {
          const content = event.currentTarget;
          const place = first?.current ?? (content instanceof Element && content.querySelector<HTMLElement>("button"));
          if (!place) return;
          event.preventDefault();
          place.focus();
        }}
        className={className}
      >
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription>{about}</DialogDescription>
        </DialogHeader>
        {children}
      </DialogContent>
    </Dialog>
  );
}

type TakeAlongProps = { text: string; words: Record<"copy" | "download", string>; onDownload: () => void };

export function TakeAlong({ text, words, onDownload }: TakeAlongProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button variant="outline" onClick={onDownload}>
        <Download aria-hidden />
        {words.download}
      </Button>
      <CopyButton text={() => text} lasting>
        {words.copy}
      </CopyButton>
    </div>
  );
}
