import { Folded } from "#components/kit/folded.tsx";

/** Digits that only a check needs, folded. */
export const Digits = ({ of, children }: { of: string; children: string }) => (
  <Folded later={false} summary={of} className="text-xs" summaryClass="text-muted-foreground">
    <p translate="no" className="wrap-anywhere pt-1 font-mono">
      {children}
    </p>
  </Folded>
);
