/** What people call the columns of a table, in the languages of the pages and some of their neighbours. */

const NAMES: Readonly<Record<string, string>> = {
  email:
    'E-Mail-Adresse, Mailadresse, Mail, Email address, Courriel, Adresse e-mail, Adresse électronique, Correo, Correo electrónico, Indirizzo e-mail, Endereço de e-mail, Adres e-mail, E-mailadres, メール, メールアドレス, 電子郵件, 電子郵件地址, 电子邮件, 邮箱, Электронная почта',
  name: 'Full name, Vollständiger Name, Nom, Nom complet, Nombre, Nombre completo, Nome, Nome completo, Naam, 名前, 氏名, 姓名, 名稱, 名称, Имя, ФИО, Imię i nazwisko',
  first_name: 'Given name, Vorname, Prénom, Nombre de pila, Primer nombre, Voornaam, 名, 名字, Имя собственное, Imię',
  last_name:
    'Surname, Family name, Nachname, Familienname, Nom de famille, Apellido, Apellidos, Cognome, Sobrenome, Achternaam, 姓, 姓氏, Фамилия, Nazwisko',
  locale: 'Language, Sprache, Langue, Idioma, Lingua, Taal, 言語, 語言, 语言, Язык, Język',
  school: 'Schule, École, Escuela, Colegio, Scuola, Escola, School slug, 学校, 學校, Школа, Szkoła',
  role: 'Rolle, Rôle, Rol, Ruolo, Função, 役割, 角色, Роль, Rola',
  password_hash: 'Passwort-Hash, Kennwort-Hash, Hash, Hachage du mot de passe, Hash de la contraseña',
  slug: 'Kurzname, Adresse, Identifiant, Identificador, Slug der Schule',
  owner:
    'Inhaber, Inhaberin, Eigentümer, Eigentümerin, Propriétaire, Propietario, Propietaria, Proprietario, Proprietário, Eigenaar, 所有者, 擁有者, Владелец, Właściciel',
  timezone:
    'Time zone, Zeitzone, Fuseau horaire, Zona horaria, Fuso orario, Fuso horário, Tijdzone, タイムゾーン, 時區, 时区, Часовой пояс, Strefa czasowa',
  currency: 'Währung, Devise, Monnaie, Moneda, Valuta, Moeda, 通貨, 貨幣, 货币, Валюта, Waluta',
};

/** A name without its case, its spaces and the signs in it. */
export const plain = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_.:*-]+/g, '');

const COLUMNS: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMES).flatMap(([column, names]) =>
    [column, ...names.split(', ')].map((name) => [plain(name), column]),
  ),
);

/** Returns the column that a head names, in any case and language that is known; otherwise the head as it is. */
export function columnOf(head: string, columns: readonly string[]): string {
  const column = COLUMNS.get(plain(head));
  return column !== undefined && columns.includes(column) ? column : head.trim();
}
