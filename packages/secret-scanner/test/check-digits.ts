/** Returns the check sum of a card or device number, 0 for a valid one. The text holds digits only. */
export function luhnRemainder(number: string): number {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10;
}

export function withLuhnDigit(body: string): string {
  return body + ((10 - luhnRemainder(`${body}0`)) % 10);
}

/** Returns 1 for a valid IBAN without spaces. */
export function ibanRemainder(iban: string): number {
  const moved = iban.slice(4) + iban.slice(0, 4);
  const number = moved.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return [...number].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);
}

export function makeIban(country: string, accountPart: string): string {
  const check = 98 - ibanRemainder(`${country}00${accountPart}`);
  return country + String(check).padStart(2, '0') + accountPart;
}
