import { useTranslations } from "next-intl";
import { useWords } from "#components/kit/words.tsx";
import { type Person, personName } from "#lib/core/contract/people/person.ts";
import type { RequestPoint } from "#lib/core/contract/verifications/review.ts";

/** A short name for a point of a request. A person is named if they are among the known people. */
export function usePointName(people: readonly Person[]): (point: RequestPoint) => string {
  const t = useTranslations("review-file.request");
  const items = useTranslations("verification.items");
  const itemType = useWords("itemType");
  return (point) => {
    switch (point.about) {
      case "missing_field":
        return t("field", { field: point.missing_field });
      case "item": {
        const { item_type: type, item_id: number } = point;
        return t("item", { type: type === null ? items("noType") : (itemType(type) ?? type), number });
      }
      case "person": {
        const person = people.find(({ people_id }) => people_id === point.people_id);
        const name = person && personName(person);
        return name ? t("person", { name }) : t("someone", { number: point.people_id });
      }
      case "documents":
        return t("documents");
    }
  };
}
