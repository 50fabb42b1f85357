/** After «dentro de». */
export const timeSpan = (seconds: number): string => {
  if (seconds < 60) return seconds <= 1 ? 'un segundo' : `${Math.ceil(seconds)} segundos`;
  if (seconds > 5400) return `unas ${Math.ceil(seconds / 3600)} horas`;
  const count = Math.ceil(seconds / 60);
  return count === 1 ? 'un minuto' : `${count} minutos`;
};
