import { FilterX } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { ListMessage } from "./list-message.tsx";

type Props = {
  words: Record<"title" | "why" | "clear", string>;
  /** Where what changes is read out by something else, this is not. */
  silent?: boolean;
  onClear: () => void;
  focusElsewhere: () => void;
  children?: ReactNode;
};

/** There are rows, but none that pass the filters. */
export const NothingMatches = ({ words, silent = false, onClear, focusElsewhere, children }: Props) => (
  <ListMessage
    {...(silent ? {} : { role: "status" })}
    icon={<FilterX aria-hidden />}
    title={words.title}
    focusElsewhere={focusElsewhere}
  >
    <p>{words.why}</p>
    {children}
    <Button variant="outline" onClick={onClear}>
      {words.clear}
    </Button>
  </ListMessage>
);
