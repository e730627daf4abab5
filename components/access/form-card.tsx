import type { ReactNode } from "react";
import { Form } from "#components/kit/form.tsx";
import { Card, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";

type Props = { title: string; purpose: ReactNode; children: ReactNode };

export const HeadedCard = ({ title, purpose, children }: Props) => (
  <Card className="p-6">
    <CardHeader>
      <CardTitle className="text-lg tracking-tight">
        <h1>{title}</h1>
      </CardTitle>
      <CardDescription className="wrap-anywhere">{purpose}</CardDescription>
    </CardHeader>
    {children}
  </Card>
);

export const FormCard = ({ onSend, children, ...head }: Props & { onSend: (typed: FormData) => void }) => (
  <HeadedCard {...head}>
    <Form onSend={onSend} className="space-y-4">
      {children}
    </Form>
  </HeadedCard>
);
