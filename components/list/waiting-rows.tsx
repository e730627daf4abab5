"use client";

import { ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { useSpeaking } from "./use-speaking.ts";

type Props = {
  /** How many wait, in words; null while none does. */
  children: ReactNode;
  hint?: string;
  onShow: (byKeyboard: boolean) => void;
};

/**
 * How many rows wait to come, go or move until one looks away or asks for them. It stands at the window's lower edge,
 * over the end of what one sees: nothing moves when it comes, and neither titles nor the first rows are behind it.
 * It belongs inside the list's zone (`useHold`): going to it is not leaving.
 */
export function WaitingRows({ children, hint, onShow }: Props) {
  // Read out when something begins to wait, not with each that joins it.
  const live = useSpeaking(children !== null);
  return (
    <div role="status" aria-live={live} className="sticky bottom-9 z-15 flex h-0 justify-center">
      {children !== null && (
        <button
          type="button"
          title={hint}
          onClick={(event) => onShow(event.detail === 0)}
          className="inline-flex h-7 select-none items-center gap-1.5 whitespace-nowrap rounded-full border border-primary/40 bg-accent px-2.5 font-medium text-xs tabular-nums shadow-black/15 shadow-md"
        >
          <ArrowUp aria-hidden className="size-3.5" />
          {children}
        </button>
      )}
    </div>
  );
}
