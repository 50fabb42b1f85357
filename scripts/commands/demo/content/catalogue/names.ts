/**
 * Names of fictional students. Each list is longer than the number of students in a wave, so that no name appears
 * twice.
 */

export const FIRST_NAMES: readonly string[] = [
  'Adela Aiko Alba Amir Anselm Astrid Bela Bruno Camila Caspian Clara Dario Delphine Dmitri Edda Elias Emre Esther Fadwa',
  'Farid Fiona Gaspar Greta Hamid Hana Henrik Ilse Imani Ingrid Ismael Jana Joaquim Jonas Kaede Kofi Lara Leander Lin Luca',
  'Maeve Malik Marta Matteo Nadia Naomi Nils Odile Oskar Paloma Pavel Quinn Rafael Renata Samir Selma Tariq Teresa Ugo',
  'Vera Zofia',
].flatMap((line) => line.split(' '));

export const LAST_NAMES: readonly string[] = [
  'Abebe Almeida Andersen Baptista Becker Bianchi Boateng Brandt Calvo Carvalho Castillo Chen Costa Diallo Eriksson Esposito',
  'Falk Fonseca Fournier Garrido Goldberg Gupta Hansen Hartmann Holloway Horvat Ibrahim Ito Jansen Kaya Keller Kowalska Laurent',
  'Lehtonen Marchetti Mendes Moreau Murphy Nakamura Neumann Nguyen Nowak Okoye Oliveira Ortega Pereira Petit Quintero Ramos',
  'Ricci Rossi Sato Schneider Silva Sørensen Tavares Torres Vogel Weber Yilmaz',
].flatMap((line) => line.split(' '));
