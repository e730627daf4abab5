import { Search, X } from "lucide-react";
import type { ComponentProps, ReactNode, RefObject } from "react";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { IconButton } from "./icon-button.tsx";

type Props = Omit<ComponentProps<typeof Input>, "value" | "onChange" | "children"> & {
  /** Name of the field and of its clear button. */
  label: string;
  clearLabel: string;
  text: string;
  onText: (text: string) => void;
  /** Called when the text is cleared by the button or Escape. */
  onCleared?: () => void;
  field: RefObject<HTMLInputElement | null>;
  /** Hints and results beside the search. */
  children?: ReactNode;
};

/** A search field. `className` is for the outer element. */
export function SearchBox(props: Props) {
  const { label, clearLabel, text, onText, onCleared, field, className, onKeyDown, children, ...input } = props;
  const clear = () => {
    onText("");
    onCleared?.();
    field.current?.focus();
  };
  return (
    <search className={cn("relative min-w-0 flex-1", className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-4 text-muted-foreground"
      />
      <Input
        ref={field}
        type="text"
        inputMode="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Escape" && text !== "") clear();
          onKeyDown?.(event);
        }}
        className="text-ellipsis pr-8 pl-8"
        {...input}
      />
      {text !== "" && (
        <IconButton
          label={clearLabel}
          size="icon-xs"
          onClick={clear}
          className="absolute inset-y-0 right-1 my-auto text-muted-foreground hover:text-foreground"
        >
          <X aria-hidden className="size-3.5" />
        </IconButton>
      )}
      {children}
    </search>
  );
}
