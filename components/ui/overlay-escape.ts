import { type KeyboardEvent, useRef } from "react";

type Props = {
  onKeyDown?: ((event: KeyboardEvent<HTMLDivElement>) => void) | undefined;
  onEscapeKeyDown?: ((event: globalThis.KeyboardEvent) => void) | undefined;
};

/**
 * Radix gives Escape to the layer mounted last, for example to a toast that appears while a dialog is open. A dialog
 * with the focus then closes by the element of `close`, which its parent renders.
 */
export function useEscape({ onKeyDown, onEscapeKeyDown }: Props) {
  const close = useRef<HTMLSpanElement>(null);
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    onKeyDown?.(event);
    const { currentTarget, target, nativeEvent } = event;
    if (event.key !== "Escape" || nativeEvent.defaultPrevented || !currentTarget.contains(target as Node)) return;
    onEscapeKeyDown?.(nativeEvent);
    if (nativeEvent.defaultPrevented) return;
    event.preventDefault();
    close.current?.click();
  };
  return { close, onKeyDown: press };
}
