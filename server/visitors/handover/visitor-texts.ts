import type { AnswerLanguage } from '../../../src/services/contract/integrations.ts'

type Spoken = Exclude<AnswerLanguage, 'auto'>

/** What visitors are told: of documents and knowledge bases they know nothing. */
type VisitorTexts = {
  /** Where nothing was found, and no person is offered. */
  notFound: string
  /** Where nothing was found, and a person is. */
  notFoundButPerson: string
  /** Who asked for a person. */
  person: string
  /** The same to whom the site has proved, whose address is known. */
  toCustomer: { notFoundButPerson: string; person: string }
}

export const VISITOR_TEXTS: Readonly<Record<Spoken, VisitorTexts>> = {
  en: {
    notFound: "I couldn't find an answer to that. Try asking in other words.",
    notFoundButPerson: "I couldn't find that. Leave your email and we'll reply.",
    person: 'Of course. Leave your email and one of us will reply.',
    toCustomer: {
      notFoundButPerson: "I couldn't find that. Shall one of us reply to you?",
      person: 'Of course. Send your request and one of us will reply.',
    },
  },
  de: {
    notFound: 'Dazu habe ich leider keine Antwort gefunden. Versuchen Sie es mit anderen Worten.',
    notFoundButPerson:
      'Dazu habe ich leider nichts gefunden. Hinterlassen Sie Ihre E-Mail-Adresse, und wir antworten Ihnen.',
    person: 'Gern. Hinterlassen Sie Ihre E-Mail-Adresse, und jemand von uns antwortet Ihnen.',
    toCustomer: {
      notFoundButPerson: 'Dazu habe ich leider nichts gefunden. Soll Ihnen jemand von uns antworten?',
      person: 'Gern. Senden Sie Ihre Anfrage, und jemand von uns antwortet Ihnen.',
    },
  },
  fr: {
    notFound: 'Je n’ai pas trouvé de réponse. Essayez de formuler votre question autrement.',
    notFoundButPerson: 'Je n’ai rien trouvé. Laissez votre adresse e-mail et nous vous répondrons.',
    person: 'Bien sûr. Laissez votre adresse e-mail et l’un de nous vous répondra.',
    toCustomer: {
      notFoundButPerson: 'Je n’ai rien trouvé. Souhaitez-vous que l’un de nous vous réponde ?',
      person: 'Bien sûr. Envoyez votre demande et l’un de nous vous répondra.',
    },
  },
  es: {
    notFound: 'No he encontrado una respuesta. Pruebe a preguntarlo con otras palabras.',
    notFoundButPerson: 'No lo he encontrado. Deje su correo electrónico y le responderemos.',
    person: 'Por supuesto. Deje su correo electrónico y una persona le responderá.',
    toCustomer: {
      notFoundButPerson: 'No lo he encontrado. ¿Quiere que una persona le responda?',
      person: 'Por supuesto. Envíe su solicitud y una persona le responderá.',
    },
  },
  it: {
    notFound: 'Non ho trovato una risposta. Provi a chiederlo con altre parole.',
    notFoundButPerson: 'Non l’ho trovato. Lasci il suo indirizzo email e le risponderemo.',
    person: 'Certo. Lasci il suo indirizzo email e uno di noi le risponderà.',
    toCustomer: {
      notFoundButPerson: 'Non l’ho trovato. Vuole che uno di noi le risponda?',
      person: 'Certo. Invii la sua richiesta e uno di noi le risponderà.',
    },
  },
  nl: {
    notFound: 'Daar heb ik geen antwoord op gevonden. Probeer het in andere woorden.',
    notFoundButPerson: 'Dat heb ik niet gevonden. Laat uw e-mailadres achter, dan antwoorden wij u.',
    person: 'Natuurlijk. Laat uw e-mailadres achter, dan antwoordt een van ons.',
    toCustomer: {
      notFoundButPerson: 'Dat heb ik niet gevonden. Wilt u dat een van ons antwoordt?',
      person: 'Natuurlijk. Verstuur uw vraag, dan antwoordt een van ons.',
    },
  },
  pt: {
    notFound: 'Não encontrei uma resposta. Tente perguntar com outras palavras.',
    notFoundButPerson: 'Não encontrei isso. Deixe o seu email e responderemos.',
    person: 'Claro. Deixe o seu email e um de nós responderá.',
    toCustomer: {
      notFoundButPerson: 'Não encontrei isso. Quer que um de nós responda?',
      person: 'Claro. Envie o seu pedido e um de nós responderá.',
    },
  },
  pl: {
    notFound: 'Nie mam odpowiedzi na to pytanie. Proszę zapytać innymi słowami.',
    notFoundButPerson: 'Nie znalazłem tego. Proszę zostawić adres e-mail, a odpowiemy.',
    person: 'Oczywiście. Proszę zostawić adres e-mail, a ktoś z nas odpowie.',
    toCustomer: {
      notFoundButPerson: 'Nie znalazłem tego. Czy ktoś z nas ma odpowiedzieć?',
      person: 'Oczywiście. Proszę wysłać zgłoszenie, a ktoś z nas odpowie.',
    },
  },
  ja: {
    notFound: '答えが見つかりませんでした。別の言葉でお試しください。',
    notFoundButPerson: '見つかりませんでした。メールアドレスをお知らせいただければ、返信いたします。',
    person: 'かしこまりました。メールアドレスをお知らせいただければ、担当者が返信いたします。',
    toCustomer: {
      notFoundButPerson: '見つかりませんでした。担当者からの返信をご希望ですか。',
      person: 'かしこまりました。送信していただければ、担当者が返信いたします。',
    },
  },
  zh: {
    notFound: '没有找到答案。请换一种说法再问。',
    notFoundButPerson: '没有找到。请留下您的邮箱，我们会回复您。',
    person: '好的。请留下您的邮箱，我们的工作人员会回复您。',
    toCustomer: {
      notFoundButPerson: '没有找到。需要我们的工作人员回复您吗？',
      person: '好的。请发送您的请求，我们的工作人员会回复您。',
    },
  },
}
