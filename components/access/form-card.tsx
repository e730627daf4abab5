import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Form } from "#components/page/form.tsx";
import { Card, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";

type Props = { title: string; purpose: ReactNode; onSend: (typed: FormData) => void; children: ReactNode };

/** The only form of a page. */
export function FormCard({ title, purpose, onSend, children }: Props) {
  return (
    <Card className="p-6">
      <CardHeader>
        <CardTitle className="text-lg tracking-tight">
          <h1>{title}</h1>
        </CardTitle>
        <CardDescription className="wrap-anywhere">{purpose}</CardDescription>
      </CardHeader>
      <Form onSend={onSend} className="space-y-4">
        {children}
      </Form>
    </Card>
  );
}

/** The cause of a failure, announced at once; null without one. */
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
