import type { AnswerLanguage } from '../../../src/services/contract/integrations.ts'

type Spoken = Exclude<AnswerLanguage, 'auto'>

/** Texts for visitors, without documents and knowledge bases, which they do not know. */
type VisitorTexts = {
  /** Nothing was found, and no person is offered. */
  notFound: string
  /** Nothing was found, and a person is offered. */
  notFoundButPerson: string
  /** Reply to a request for a person. */
  person: string
  /** The same for a proven customer, whose address is known. */
  toCustomer: { notFoundButPerson: string; person: string }
  /** For people in a channel, which has no form. */
  elsewhere: {
    /** A person replies there. */
    person: string
    /** How to ask for one. */
    offer: string
    unavailable: string
    /** An answer has left out files. */
    attachments: string
    /** An answer has left out the end of a long message. */
    beginning: string
    /** Reply to a file without a text. */
    fileOnly: string
    /** For the person who has taken over: where the file is. */
    file: (place: string) => string
  }
}

/** The texts for a channel, which has no form. */
export const inChannel = ({ notFound, elsewhere: { person, offer } }: VisitorTexts) => ({
  notFound,
  notFoundButPerson: `${notFound}\n\n${offer}`,
  person,
})

export const VISITOR_TEXTS: Readonly<Record<Spoken, VisitorTexts>> = {
  en: {
    notFound: "I couldn't find an answer to that. Try asking in other words.",
    notFoundButPerson: "I couldn't find that. Leave your email and we'll reply.",
    person: 'Of course. Leave your email and one of us will reply.',
    toCustomer: {
      notFoundButPerson: "I couldn't find that. Shall one of us reply to you?",
      person: 'Of course. Send your request and one of us will reply.',
    },
    elsewhere: {
      person: 'Of course. One of us will reply to you here.',
      offer: 'To reach a person, write “person”.',
      unavailable: 'I can’t answer at the moment. Please try again later.',
      attachments: 'I can’t read attachments. This answers the text of your message.',
      fileOnly: 'I can’t read attachments. Please write your question as text.',
      beginning: 'Your message is long. This answers its beginning.',
      file: (place) => `[With an attachment: see ${place}]`,
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
    elsewhere: {
      person: 'Gern. Jemand von uns antwortet Ihnen hier.',
      offer: 'Wenn Sie einen Menschen erreichen möchten, schreiben Sie „Mensch“.',
      unavailable: 'Ich kann gerade nicht antworten. Bitte versuchen Sie es später noch einmal.',
      attachments: 'Anhänge kann ich nicht lesen. Dies ist die Antwort auf den Text Ihrer Nachricht.',
      fileOnly: 'Anhänge kann ich nicht lesen. Bitte schreiben Sie Ihre Frage als Text.',
      beginning: 'Ihre Nachricht ist lang. Dies ist die Antwort auf ihren Anfang.',
      file: (place) => `[Mit Anhang: siehe ${place}]`,
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
    elsewhere: {
      person: 'Bien sûr. L’un de nous vous répondra ici.',
      offer: 'Pour joindre une personne, écrivez « conseiller ».',
      unavailable: 'Je ne peux pas répondre pour le moment. Veuillez réessayer plus tard.',
      attachments: 'Je ne peux pas lire les pièces jointes. Ceci répond au texte de votre message.',
      fileOnly: 'Je ne peux pas lire les pièces jointes. Veuillez écrire votre question sous forme de texte.',
      beginning: 'Votre message est long. Ceci répond à son début.',
      file: (place) => `[Avec une pièce jointe : voir ${place}]`,
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
    elsewhere: {
      person: 'Por supuesto. Una persona le responderá aquí.',
      offer: 'Para hablar con una persona, escriba «persona».',
      unavailable: 'No puedo responder en este momento. Inténtelo de nuevo más tarde.',
      attachments: 'No puedo leer archivos adjuntos. Esta es la respuesta al texto de su mensaje.',
      fileOnly: 'No puedo leer archivos adjuntos. Escriba su pregunta como texto.',
      beginning: 'Su mensaje es largo. Esta es la respuesta a su comienzo.',
      file: (place) => `[Con un archivo adjunto: véase ${place}]`,
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
    elsewhere: {
      person: 'Certo. Uno di noi le risponderà qui.',
      offer: 'Per parlare con una persona, scriva «operatore».',
      unavailable: 'Al momento non posso rispondere. Riprovi più tardi.',
      attachments: 'Non posso leggere gli allegati. Questa è la risposta al testo del Suo messaggio.',
      fileOnly: 'Non posso leggere gli allegati. Scriva la Sua domanda come testo.',
      beginning: 'Il Suo messaggio è lungo. Questa è la risposta alla sua parte iniziale.',
      file: (place) => `[Con un allegato: vedere ${place}]`,
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
    elsewhere: {
      person: 'Natuurlijk. Een van ons antwoordt u hier.',
      offer: 'Schrijf “medewerker” om een mens te bereiken.',
      unavailable: 'Ik kan nu niet antwoorden. Probeer het later opnieuw.',
      attachments: 'Bijlagen kan ik niet lezen. Dit is het antwoord op de tekst van uw bericht.',
      fileOnly: 'Bijlagen kan ik niet lezen. Schrijf uw vraag als tekst.',
      beginning: 'Uw bericht is lang. Dit is het antwoord op het begin ervan.',
      file: (place) => `[Met een bijlage: zie ${place}]`,
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
    elsewhere: {
      person: 'Claro. Um de nós responderá aqui.',
      offer: 'Para falar com uma pessoa, escreva “humano”.',
      unavailable: 'Não posso responder neste momento. Tente novamente mais tarde.',
      attachments: 'Não consigo ler anexos. Esta é a resposta ao texto da sua mensagem.',
      fileOnly: 'Não consigo ler anexos. Escreva a sua pergunta em texto.',
      beginning: 'A sua mensagem é longa. Esta é a resposta ao início dela.',
      file: (place) => `[Com um anexo: ver ${place}]`,
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
    elsewhere: {
      person: 'Oczywiście. Ktoś z nas odpowie tutaj.',
      offer: 'Aby porozmawiać z człowiekiem, proszę napisać „konsultant”.',
      unavailable: 'Nie mogę teraz odpowiedzieć. Proszę spróbować później.',
      attachments: 'Nie mogę czytać załączników. To odpowiedź na treść wiadomości.',
      fileOnly: 'Nie mogę czytać załączników. Proszę napisać pytanie jako tekst.',
      beginning: 'Wiadomość jest długa. To odpowiedź na jej początek.',
      file: (place) => `[Z załącznikiem: zob. ${place}]`,
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
    elsewhere: {
      person: 'かしこまりました。担当者がここで返信いたします。',
      offer: '担当者をご希望の場合は「担当者につないで」とお書きください。',
      unavailable: '現在お答えできません。後ほどもう一度お試しください。',
      attachments: '添付ファイルは読めません。本文にお答えしました。',
      fileOnly: '添付ファイルは読めません。ご質問を文章でお書きください。',
      beginning: 'メッセージが長いため、最初の部分にお答えしました。',
      file: (place) => `[添付ファイルあり：${place} をご覧ください]`,
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
    elsewhere: {
      person: '好的。我们的工作人员会在这里回复您。',
      offer: '如需人工服务，请回复“转人工”。',
      unavailable: '目前无法回答。请稍后再试。',
      attachments: '我无法读取附件。以上是对邮件正文的回答。',
      fileOnly: '我无法读取附件。请用文字写下您的问题。',
      beginning: '您的消息较长。以上是对开头部分的回答。',
      file: (place) => `[有附件：请查看 ${place}]`,
    },
  },
}
