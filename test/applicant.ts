/** The registry's answer about a person, as in the interface (Resources: CURP lookup result). */

export const CURP = "WALT800101HDFXXX09";

export const APPLICANT = {
  curp: CURP,
  names: "WALTER",
  gender: "HOMBRE",
  birth_date: "1980-01-01",
  birth_entity: "PUEBLA",
  nationality: "MEXICO",
  first_surname: "BAUTISTA",
  second_surname: "",
  evidentiary_document: "ACTA DE NACIMIENTO",
};
