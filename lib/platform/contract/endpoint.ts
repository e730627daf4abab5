import type { z } from "zod";

/** The types of an endpoint: its answer (`void` for 204, `Response` where it is not JSON) and the schema of its body. */
export type Endpoint<Answer, Body extends z.ZodType | undefined> = { answer: Answer; body: Body };

/** An entry of a table of endpoints. The types exist for the compiler alone: at run time the entry is empty. */
export const answers = <Answer, Body extends z.ZodType | undefined = undefined>() => ({}) as Endpoint<Answer, Body>;
