import type { Readiness } from '../../../src/services/contract/conversations.ts'
import type { Hit } from '../../knowledge/retrieval/hit.ts'
import { languageOf } from '../../knowledge/retrieval/language.ts'
import type { AnswerInput, AnswerStyle } from './answerer.ts'

type AnswerLanguage = Exclude<AnswerStyle['language'], 'auto'>

interface Refusals {
  readonly notFound: string
  readonly nothingToSearch: string
  /** The reader has access to none of the knowledge bases. */
  readonly nothingReadable: string
  /** Some documents are not indexed yet. */
  readonly stillReading: (readiness: Readiness) => string
  readonly languageUnknown: string
  /** Introduces the numbers of passages that may still help. */
  readonly nearest: string
  /** Introduces quotes of documents that contradict each other. */
  readonly disagree: string
}

/** Texts of answers without a result, in each language that an assistant answers in. */
export const REFUSALS: Readonly<Record<AnswerLanguage, Refusals>> = {
  en: {
    notFound:
      'I couldn’t find an answer in the documents. Try other words, or add a document that covers it.',
    nothingToSearch:
      'There is nothing to answer from yet. Add documents to a knowledge base of this assistant, and ask again.',
    nothingReadable:
      'There is nothing here that you may read, so I cannot answer. Ask an administrator who may read the knowledge bases of this assistant.',
    stillReading: ({ ready, total }) =>
      `The documents are still being read: ${ready} of ${total} so far. Ask again in a moment.`,
    languageUnknown:
      'Nothing was found by meaning: the model that compares meanings was not made for the language of this question, and some of the documents are searched by meaning alone.',
    nearest: 'The nearest passages:',
    disagree: 'The documents disagree. The newest comes first.',
  },
  de: {
    notFound:
      'Die Dokumente enthalten keine Antwort auf diese Frage. Versuchen Sie es mit anderen Worten, oder fügen Sie ein Dokument dazu hinzu.',
    nothingToSearch:
      'Es gibt noch nichts, woraus geantwortet werden kann. Fügen Sie einer Wissensdatenbank dieses Assistenten Dokumente hinzu und fragen Sie noch einmal.',
    nothingReadable:
      'Hier gibt es nichts, was Sie lesen dürfen, deshalb kann ich nicht antworten. Fragen Sie eine Administratorin oder einen Administrator, wer die Wissensdatenbanken dieses Assistenten lesen darf.',
    stillReading: ({ ready, total }) =>
      `Die Dokumente werden noch gelesen: bisher ${ready} von ${total}. Fragen Sie gleich noch einmal.`,
    languageUnknown:
      'Nach der Bedeutung wurde nichts gefunden: Das Modell, das Bedeutungen vergleicht, kennt die Sprache dieser Frage nicht, und einige Dokumente werden nur nach der Bedeutung durchsucht.',
    nearest: 'Die ähnlichsten Stellen:',
    disagree: 'Die Dokumente widersprechen sich. Das neueste steht zuerst.',
  },
  fr: {
    notFound:
      'Les documents ne contiennent pas de réponse à cette question. Essayez avec d’autres mots ou ajoutez un document sur ce sujet.',
    nothingToSearch:
      'Il n’y a encore aucun document pour répondre. Ajoutez des documents à une base de connaissances de cet assistant, puis posez à nouveau votre question.',
    nothingReadable:
      'Il n’y a rien ici que vous puissiez lire : je ne peux donc pas répondre. Demandez à l’administration qui peut lire les bases de connaissances de cet assistant.',
    stillReading: ({ ready, total }) =>
      `Les documents sont encore en cours de lecture : ${ready} sur ${total} pour l’instant. Posez à nouveau votre question dans un instant.`,
    languageUnknown:
      'La recherche par le sens n’a rien trouvé : le modèle qui compare les sens ne connaît pas la langue de cette question, et certains documents ne sont recherchés que par le sens.',
    nearest: 'Les passages les plus proches :',
    disagree: 'Les documents se contredisent. Le plus récent vient en premier.',
  },
  es: {
    notFound:
      'Los documentos no contienen una respuesta a esta pregunta. Pruebe con otras palabras o añada un documento sobre el tema.',
    nothingToSearch:
      'Todavía no hay documentos de los que responder. Añada documentos a una base de conocimientos de este asistente y vuelva a preguntar.',
    nothingReadable:
      'Aquí no hay nada que usted pueda leer, así que no puedo responder. Pregunte a la administración quién puede leer las bases de conocimientos de este asistente.',
    stillReading: ({ ready, total }) =>
      `Los documentos aún se están leyendo: ${ready} de ${total} hasta ahora. Vuelva a preguntar en un momento.`,
    languageUnknown:
      'La búsqueda por significado no encontró nada: el modelo que compara significados no conoce el idioma de esta pregunta, y algunos documentos solo se buscan por significado.',
    nearest: 'Los pasajes más cercanos:',
    disagree: 'Los documentos se contradicen. El más reciente aparece primero.',
  },
  it: {
    notFound:
      'I documenti non contengono una risposta a questa domanda. Provi con altre parole o aggiunga un documento sull’argomento.',
    nothingToSearch:
      'Non ci sono ancora documenti da cui rispondere. Aggiunga documenti a una base di conoscenza di questo assistente e ripeta la domanda.',
    nothingReadable:
      'Qui non c’è nulla che Lei possa leggere, quindi non posso rispondere. Chieda a chi amministra chi può leggere le basi di conoscenza di questo assistente.',
    stillReading: ({ ready, total }) =>
      `I documenti sono ancora in lettura: ${ready} su ${total} finora. Ripeta la domanda tra un momento.`,
    languageUnknown:
      'La ricerca per significato non ha trovato nulla: il modello che confronta i significati non conosce la lingua di questa domanda, e alcuni documenti si cercano solo per significato.',
    nearest: 'I passaggi più vicini:',
    disagree: 'I documenti si contraddicono. Il più recente viene per primo.',
  },
  nl: {
    notFound:
      'De documenten bevatten geen antwoord op deze vraag. Probeer andere woorden of voeg een document over dit onderwerp toe.',
    nothingToSearch:
      'Er is nog niets om uit te antwoorden. Voeg documenten toe aan een kennisbank van deze assistent en stel de vraag opnieuw.',
    nothingReadable:
      'Er is hier niets dat u mag lezen, dus ik kan niet antwoorden. Vraag een beheerder wie de kennisbanken van deze assistent mag lezen.',
    stillReading: ({ ready, total }) =>
      `De documenten worden nog gelezen: ${ready} van de ${total} tot nu toe. Stel de vraag zo meteen opnieuw.`,
    languageUnknown:
      'Op betekenis is niets gevonden: het model dat betekenissen vergelijkt, kent de taal van deze vraag niet, en sommige documenten worden alleen op betekenis doorzocht.',
    nearest: 'De meest verwante passages:',
    disagree: 'De documenten spreken elkaar tegen. Het nieuwste staat vooraan.',
  },
  pt: {
    notFound:
      'Os documentos não contêm uma resposta a esta pergunta. Tente com outras palavras ou adicione um documento sobre o assunto.',
    nothingToSearch:
      'Ainda não há documentos a partir dos quais responder. Adicione documentos a uma base de conhecimento deste assistente e pergunte novamente.',
    nothingReadable:
      'Não há aqui nada que possa ler, por isso não posso responder. Pergunte à administração quem pode ler as bases de conhecimento deste assistente.',
    stillReading: ({ ready, total }) =>
      `Os documentos ainda estão a ser lidos: ${ready} de ${total} até agora. Pergunte novamente daqui a um momento.`,
    languageUnknown:
      'A pesquisa por significado não encontrou nada: o modelo que compara significados não conhece a língua desta pergunta, e alguns documentos só são pesquisados por significado.',
    nearest: 'As passagens mais próximas:',
    disagree: 'Os documentos contradizem-se. O mais recente vem primeiro.',
  },
  pl: {
    notFound:
      'Dokumenty nie zawierają odpowiedzi na to pytanie. Proszę użyć innych słów lub dodać dokument na ten temat.',
    nothingToSearch:
      'Nie ma jeszcze dokumentów, na podstawie których można odpowiedzieć. Proszę dodać dokumenty do bazy wiedzy tego asystenta i zapytać ponownie.',
    nothingReadable:
      'Nie ma tu niczego, co wolno Panu lub Pani czytać, dlatego nie mogę odpowiedzieć. Proszę zapytać administratora, kto może czytać bazy wiedzy tego asystenta.',
    stillReading: ({ ready, total }) =>
      `Dokumenty są jeszcze odczytywane: na razie ${ready} z ${total}. Proszę zapytać ponownie za chwilę.`,
    languageUnknown:
      'Wyszukiwanie według znaczenia nic nie znalazło: model porównujący znaczenia nie zna języka tego pytania, a niektóre dokumenty są przeszukiwane tylko według znaczenia.',
    nearest: 'Najbliższe fragmenty:',
    disagree: 'Dokumenty są ze sobą sprzeczne. Najnowszy jest na początku.',
  },
  ja: {
    notFound: 'この質問への答えは文書にありません。別の言葉で試すか、この内容を扱う文書を追加してください。',
    nothingToSearch:
      '回答のもとになる文書がまだありません。このアシスタントのナレッジベースに文書を追加して、もう一度質問してください。',
    nothingReadable:
      '閲覧できる内容がここにはないため、お答えできません。このアシスタントのナレッジベースを閲覧できる人については、管理者にお問い合わせください。',
    stillReading: ({ ready, total }) =>
      `文書を読み込み中です（${total}件中${ready}件完了）。しばらくしてからもう一度質問してください。`,
    languageUnknown:
      '意味による検索では何も見つかりませんでした。意味を比較するモデルがこの質問の言語に対応しておらず、一部の文書は意味だけで検索されます。',
    nearest: '最も近い箇所：',
    disagree: '文書の内容が互いに矛盾しています。新しいものから順に示します。',
  },
  zh: {
    notFound: '文档中没有这个问题的答案。请换一种说法，或添加相关的文档。',
    nothingToSearch: '目前还没有可供回答的文档。请在此助手的知识库中添加文档，然后再次提问。',
    nothingReadable: '这里没有您可以阅读的内容，因此我无法回答。请向管理员询问谁可以阅读此助手的知识库。',
    stillReading: ({ ready, total }) => `文档仍在读取中：已完成 ${ready}/${total}。请稍后再次提问。`,
    languageUnknown: '按语义未找到任何内容：用于比较语义的模型不支持此问题的语言，而部分文档仅按语义检索。',
    nearest: '最接近的段落：',
    disagree: '文档之间存在矛盾，最新的排在最前。',
  },
}

/** By ISO 639-3 code. */
const BY_ISO_CODE: Readonly<Record<string, AnswerLanguage>> = {
  eng: 'en',
  deu: 'de',
  fra: 'fr',
  spa: 'es',
  ita: 'it',
  nld: 'nl',
  por: 'pt',
  pol: 'pl',
  jpn: 'ja',
  zho: 'zh',
}

/**
 * The configured language, or that of the question, or English. If a question is too short to detect its language, the
 * language of the best hit is used.
 */
export const answerLanguage = (
  question: string,
  language: AnswerStyle['language'],
  [best]: readonly Hit[] = [],
): AnswerLanguage =>
  language === 'auto'
    ? (BY_ISO_CODE[languageOf(question)] ?? BY_ISO_CODE[best?.language ?? ''] ?? 'en')
    : language

type Asked = Pick<AnswerInput, 'question' | 'hits' | 'style'>

export const answerLanguageFor = ({ question, hits, style }: Asked): AnswerLanguage =>
  answerLanguage(question, style.language, hits)

export const refusalsFor = (asked: Asked): Refusals => REFUSALS[answerLanguageFor(asked)]

/** The refusal that explains why nothing was found. The owner’s message replaces all but the first two reasons. */
export const refusalOf = ({
  searched,
  languageUnknown,
  readiness,
  nothingReadable,
  ...asked
}: Asked & Pick<AnswerInput, 'searched' | 'languageUnknown' | 'readiness' | 'nothingReadable'>) => {
  const texts = refusalsFor(asked)
  if (nothingReadable) return texts.nothingReadable
  if (readiness) return texts.stillReading(readiness)
  if (asked.style.refusal_message) return asked.style.refusal_message
  if (searched === 0) return texts.nothingToSearch
  return languageUnknown ? texts.languageUnknown : texts.notFound
}
