import type { Difference } from "#lib/core/rules/curp/compare.ts";
import type { CurpReading } from "#lib/core/rules/curp/read.ts";
import { cn } from "@/components/ui/cn";

type Props = { reading: CurpReading; differences: readonly Difference[] };

/** The CURP in its parts; unusual or different parts are underlined in colour. */
export function CurpStrip({ reading: { text, segments, surplus }, differences }: Props) {
  const differing = new Set(differences.map(({ part }) => part));
  return (
    <p translate="no" className="font-mono text-lg leading-none sm:text-xl">
      <span className="sr-only">{text}</span>
      <span aria-hidden className="flex flex-wrap gap-x-1 gap-y-2">
        {segments.map(({ part, text, problem }) => (
          <span
            key={part}
            className={cn(
              "border-b-2 pb-1",
              differing.has(part)
                ? "border-failed bg-failed/10 text-failed"
                : problem
                  ? "border-medium border-dashed bg-medium/10 text-medium"
                  : "border-border",
            )}
          >
            {text || "·"}
          </span>
        ))}
        {surplus !== "" && (
          <span className="wrap-anywhere border-medium border-b-2 border-dashed bg-medium/10 pb-1 text-medium">
            {surplus}
          </span>
        )}
      </span>
    </p>
  );
}
