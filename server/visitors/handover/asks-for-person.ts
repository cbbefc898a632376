/** The person asked for, in nine languages. */
const PERSON =
  /(?<!\p{L})(?:humans?|persons?|people|someone|somebody|agents?|representatives?|operator|support team|customer (?:service|support|care)|staff|employee|mensch(?:en)?|person(?:en)?|jemand(?:em|en)?|mitarbeiter(?:n|in|innen)?|berater(?:in)?|kundendienst|kundenservice|kundenbetreuung|support|ansprechpartner(?:in)?|humain|quelqu[’']un|personne|conseill(?:er|ère)|service client|un agent|opérateur|opératrice|humano|persona|alguien|agente|operador|operadora|atención al cliente|servicio al cliente|asesor|asesora|umano|qualcuno|operatore|operatrice|assistenza clienti|servizio clienti|mens|iemand|medewerker|klantenservice|klantendienst|pessoa|alguém|atendente|apoio ao cliente|atendimento|człowiekiem|człowieka|kimś|konsultantem|konsultanta|pracownikiem|obsługą klienta)(?!\p{L})/iu
/** The contact wished for. */
const CONTACT =
  /(?<!\p{L})(?:speak|talk|chat|connect|transfer|put me through|contact|reach|call|sprechen|reden|verbinden|verbinde|erreichen|kontakt|kontaktieren|anrufen|telefonieren|weiterleiten|parler|joindre|contacter|discuter|appeler|passez|hablar|contactar|comunicar|comunicarme|llamar|páseme|pásame|parlare|contattare|chiamare|spreken|praten|bellen|falar|contatar|ligar|rozmawiać|porozmawiać|połączyć|skontaktować)(?!\p{L})/iu
/** A wish without a purpose. */
const WISH =
  /(?<!\p{L})(?:need|want|get|give|brauche|möchte|will|besoin|veux|voudrais|necesito|quiero|quisiera|vorrei|voglio|wil|quero|gostaria|preciso|chcę|chciałbym|chciałabym)(?!\p{L})/iu
/** How many words may be between them: "speak to a real human", "I need a real person". */
const WISHES = [
  [CONTACT, 6],
  [WISH, 2],
] as const
/** A request in itself. */
const ALONE =
  /^(?:(?:an?|the|real|live|please|bitte|einen?|echten?|una?|por favor|s[’']il vous plaît) ){0,3}(?:human|agent|person|representative|operator|mensch(?:en)?|mitarbeiter(?:in)?|humain|conseiller|humano|agente|persona|operatore|medewerker|konsultant)(?: (?:please|bitte|por favor|s[’']il vous plaît))?[.!?]{0,3}$/iu
/** For languages without spaces between words. */
const UNSPACED = /(?:人工|客服|真人)|(?:オペレーター|担当者|人間|スタッフ)/u
const UNSPACED_WISH = /转|要|找|联系|想|请|話|つな|繋|連絡|お願い/u
/** Only this many characters of a question are examined. */
const LONGEST = 240

/**
 * Whether a question asks for a person. It must name a wish and a person near each other: a question about
 * agents, or about wishing, is an ordinary question.
 */
export function asksForPerson(question: string): boolean {
  const text = question.slice(0, LONGEST).replace(/\s+/gu, ' ').trim()
  // A greeting may follow, as in a mail.
  const [line = ''] = question.trim().split('\n', 1)
  if (ALONE.test(line.trim())) return true
  if (UNSPACED.test(text)) return UNSPACED_WISH.test(text)
  return text.split(/[.!?;]+/u).some((sentence) => isRequest(sentence))
}

/** The speaker's own wish. */
const SPEAKER =
  /(?<!\p{L})(?:i|i[’']d|me|my|we|us|please|can|could|may|ich|mich|mir|wir|uns|bitte|kann|könnte|je|j[’']|moi|nous|puis-je|yo|nosotros|puedo|podría|io|mi|posso|ik|mij|kan|eu|ja|mnie)(?!\p{L})/iu
/** A direct request. */
const BID =
  /^(?:speak|talk|connect|transfer|parler|hablar|parlare|quiero|quisiera|necesito|vorrei|voglio|quero|gostaria|preciso|chcę|chciałbym|chciałabym|páseme|pásame|passez|verbinden|verbinde|mit)(?!\p{L})/iu
/** Questions only about people: no one is asked for. */
const ABOUT =
  /(?<!\p{L})(?:how (?:many|much|do your|does)|what (?:is|are|does|do)|who (?:is|are|may|can)|which|wie viele|was ist|was kostet|wer (?:ist|darf|kann)|combien|qu[’']est-ce|cuánt[oa]s|qué es|contact (?:lens|lenses|form|page|details|data|address))(?!\p{L})/iu

function isRequest(sentence: string): boolean {
  if (!(SPEAKER.test(sentence) || BID.test(sentence.trim())) || ABOUT.test(sentence)) return false
  const person = PERSON.exec(sentence)
  if (!person) return false
  return WISHES.some(([words, apart]) => {
    const wish = words.exec(sentence)
    if (!wish) return false
    const [first, second] = wish.index < person.index ? [wish, person] : [person, wish]
    const between = sentence.slice(first.index + first[0].length, second.index).trim()
    return between.split(/\s+/u).length <= apart
  })
}
