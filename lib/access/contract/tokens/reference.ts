/** A field of an answer or a parameter, as a row of a table. */
export type DescribedField = { name: string; type: string; required: boolean; description: string };

export type DescribedRoute = {
  method: string;
  address: string;
  summary: string;
  description: string;
  permission: string;
  parameters: DescribedField[];
  answers: { status: string; description: string; type: string | null }[];
  /** Fields of the answer's first two levels. */
  fields: DescribedField[];
};
