// In place of cjk-regex, whose package of Unicode data is a thousand modules that each test file would load. Univer asks it how
// lines of text break, which no test without a page draws.
const set = (/** @type {RegExp} */ letters) => ({ toRegExp: () => letters });
const letters = /[\p{Script=Bopomofo}\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const punctuations = /[\u3000-\u303f\uff00-\uffef]/u;

module.exports = {
  letters: () => set(letters),
  punctuations: () => set(punctuations),
  all: () => set(new RegExp(`${letters.source}|${punctuations.source}`, "u")),
};
