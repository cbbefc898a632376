import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readSegment, writeSegment } from '../../../server/knowledge/retrieval/index/files.ts'
import { createIndexes } from '../../../server/knowledge/retrieval/index/indexes.ts'
import type {
  IndexedDocument,
  PassageIndex,
} from '../../../server/knowledge/retrieval/index/passage-index.ts'
import { questionWords } from '../../../server/knowledge/retrieval/index/question-words.ts'
import { mergeSegments, rewritesOf } from '../../../server/knowledge/retrieval/index/rewrites.ts'
import { type IndexQuery, searchIn } from '../../../server/knowledge/retrieval/index/search-in.ts'
import { buildSegment, type Segment } from '../../../server/knowledge/retrieval/index/segment.ts'
import { createSegmentIndex } from '../../../server/knowledge/retrieval/index/segment-index.ts'
import { languageOf } from '../../../server/knowledge/retrieval/language.ts'
import { relatedTo } from '../../../server/knowledge/retrieval/thesaurus.ts'
import { createMadeUp } from '../../bench/index/made-up.ts'

const MODEL = 'test model'
const meaningOf = (numbers: number[], model = MODEL) => ({ vector: Float32Array.from(numbers), model })

type Text = { headings?: string; content: string; vectors?: number[][] }

const document = (
  id: string,
  texts: (Text | string)[],
  language = 'eng',
  version = '1',
): IndexedDocument => ({
  id,
  version,
  model: MODEL,
  title: '',
  language,
  passages: texts.map((text, place) => {
    const { headings = '', content, vectors = [] } = typeof text === 'string' ? { content: text } : text
    return { id: `${id}${place}`, headings, content, vectors: vectors.map((one) => Float32Array.from(one)) }
  }),
})
const query = { limit: 10, meaning: null, documentIds: null }
const hitsIn = async (question: string, segments: Segment[]) =>
  (await searchIn(new Map([['base', createSegmentIndex(segments)]]), { ...query, question })).byWords
const found = async (question: string, ...documents: IndexedDocument[]) =>
  (await hitsIn(question, [buildSegment(documents)])).map(({ id }) => id)

describe('a search by words', () => {
  it('puts rare words before frequent ones, and short passages before long ones', async () => {
    const common = Array.from({ length: 6 }, (_, n) => `The server writes a file ${n}.`)
    expect(
      (
        await found(
          'Which file holds the licence?',
          document('a', [...common, 'The licence is in a folder.']),
        )
      )[0],
    ).toBe('a6')
    const padding = ' And more of what nobody has asked about, at some length, again and again.'
    expect(await found('licence', document('a', [`The licence.${padding}`, 'The licence.']))).toEqual([
      'a1',
      'a0',
    ])
  })

  it('counts what stands above a passage', async () => {
    const texts = [{ content: 'It takes two days.' }, { headings: 'Refunds', content: 'It takes five days.' }]
    expect((await found('How long do refunds take?', document('a', texts)))[0]).toBe('a1')
  })

  it('stems each document in its own language', async () => {
    const german = document('de', ['Die Verbindungen werden geschlossen.', 'Etwas anderes.'], 'deu')
    expect(
      (
        await found('Wann wird die Verbindung geschlossen?', german, document('en', ['Connections close.']))
      )[0],
    ).toBe('de0')
  })

  it('finds Japanese, which has no spaces, by pairs of letters', async () => {
    expect(
      (await found('設定ファイル', document('ja', ['ログの形式。', '設定ファイルの場所。'], 'jpn')))[0],
    ).toBe('ja1')
  })

  it.each([
    [
      'zho',
      '请先安装VPN客户端，年费为1200元。错误代码E05表示缺水。请打开Wi-Fi设置，请拨打400-820-8820。编辑core.editor文件。',
      [
        ...['VPN', '1200', 'E05', 'E05 是什么意思？', '客户端'],
        ...['wifi', 'Wi-Fi', '4008208820', '400-820-8820', 'core.editor'],
      ],
    ],
    [
      'jpn',
      'iPhone15の価格は124800円です。Wi-Fiに接続。',
      ['iPhone15', '124800', 'How much is the iPhone15?', '価格', 'wifi'],
    ],
    ['tha', 'ตั้งค่าVPNก่อนใช้งาน ราคา500บาท', ['VPN', '500', 'ราคา']],
    [
      'kor',
      '환불은 30일 이내에 가능합니다. 배송비는 고객이 부담합니다. E-Mail로 보내세요.',
      ['환불', '환불이 되나요?', '배송비', '30', 'email'],
    ],
  ])('finds names, codes and words in a text in %s', async (language, text, questions) => {
    for (const question of questions)
      expect(await found(question, document('a', [text], language)), question).toEqual(['a0'])
  })

  it.each([
    ['ISO27001', ['ISO 27001', 'iso-27001', 'iso27001']],
    ['ISO 9001', ['ISO9001', 'iso 9001']],
    ['Wi‑Fi 6', ['wifi', 'WiFi 6', 'wi-fi', 'Wi-Fi 6']],
    ['wifi', ['Wi-Fi', 'WiFi']],
    ['Connect to the wifi in the lobby.', ['How do I connect to WiFi?']],
    ['Clone it from github.', ['GitHub', 'github']],
    ['Written in javascript.', ['JavaScript', 'javascript']],
    ['A git hub.', ['GitHub']],
    ['an E-Mail', ['emails', 'e-mail']],
    ['part 4711-0815', ['47110815', '4711 0815']],
    ['the EOS-R5', ['EOSR5', 'EOS R5']],
    ['型号EOS-R5相机', ['EOSR5', 'EOS-R5']],
    ['error E404', ['E 404', 'E-404']],
    ['weighs 2.5kg', ['2.5 kg']],
    ['costs $1,299.99', ['1299.99', '$1299', '1,299.99', '1’299']],
    ['kostet 1.200 €', ['1200', '1\u00a0200']],
    ['coûte 12\u00a0500 €', ['12 500', '12500', '12\u00a0500', '12.500']],
    ['SIREN 732\u202f829\u202f320', ['732 829 320', '732829320', '732.829.320']],
    ['costs 1299.99', ['1,299.99', '1.299,99']],
    ['ports 80,443', ['443', '80', '80,443', 'port 443']],
    ['error codes 401,403', ['403', 'What does error 403 mean?']],
    ['rooms 101,102 and 103', ['Where is room 102?']],
    ['in 192.168.10.0/24', ['192.168', '192.168.10', '192.168.10.0']],
    ['in 192.168.100.0/24', ['192.168', '192.168.100', '192.168.100.0']],
    ['version 1.100.2', ['1.100', '1.100.2']],
    ['Artikel 100.200.300', ['100.200', '100200300', '100.200.300']],
    ['Telefon 800.123.456', ['800 123 456', '800123456']],
    ['İstanbul, Łódź, œuvre, Große Straße', ['Istanbul', 'Lodz', 'oeuvre', 'Grosse Strasse']],
  ])('finds %s however it is written in the question', async (text, questions) => {
    for (const question of questions) {
      const [hit] = await hitsIn(question, [buildSegment([document('a', [text, 'Nothing of the kind.'])])])
      expect(hit, question).toMatchObject({ id: 'a0' })
      expect(hit?.coverage, question).toBeGreaterThanOrEqual(0.6)
    }
  })

  it('takes neither decimals, ranges nor addresses for other numbers', async () => {
    const one = document('a', [
      'Size 27.5.',
      'Pages 10-12.',
      'Open 192.168.100.200.',
      'From 1,100 to 2,100,5.',
    ])
    for (const question of ['275', '1012', '192168100200', '21005'])
      expect(await found(question, one), question).toEqual([])
    expect((await found('192.168.100.200', one))[0]).toBe('a2')
    expect(await found('1100', one)).toEqual(['a3'])
  })

  it('finds misspelled words, and names exactly', async () => {
    const one = document('a', [
      'Set the connection timeout.',
      'Use core.editor or core.pager.',
      'The core of an editor.',
    ])
    for (const slip of ['conection', 'connectoin', 'conenction timeout', 'connections'])
      expect((await found(slip, one))[0]).toBe('a0')
    expect((await found('core.editor', one))[0]).toBe('a1')
  })

  it('ranks synonyms below literal matches', async () => {
    const one = document('a', ['Messages may disappear.', 'Messages may vanish.', 'Nothing of the kind.'])
    expect(await found('Do messages vanish?', one)).toEqual(['a1', 'a0'])
  })

  it('finds compounds that are written apart, and words that are written together', async () => {
    const lease = document(
      'de',
      [
        'Die Miete ist am Ersten fällig.',
        'Die Frist der Kündigung beträgt drei Monate.',
        'Für Gewerbe gilt eine Kündigungsfrist von sechs Monaten.',
      ],
      'deu',
    )
    expect(await found('Wie lang ist die Kündigungsfrist?', lease)).toEqual(['de2', 'de1'])
    expect((await found('Welche Frist gilt bei einer Kündigung für das Gewerbe?', lease))[0]).toBe('de2')
  })

  it('reads a question that is too short to tell its language in that of most passages', () => {
    const table = document('t', ['can do; 3; 4'], 'und')
    const index = createSegmentIndex([buildSegment([document('a', ['Never wax suede.']), table])])
    const terms = questionWords('Can I wax suede?', index).flatMap((word) =>
      word.terms.filter(({ weight }) => weight === 1).map(({ term }) => term),
    )
    expect(terms.sort()).toEqual(['sued', 'wax'])
    expect(questionWords('Wie wachse ich die Schuhe mit dem Wachs?', index)).toHaveLength(3)
  })

  /** An index that counts how often it is asked for the frequency of a term, and for all terms. */
  const counted = (...documents: IndexedDocument[]) => {
    const index = createSegmentIndex([buildSegment(documents)])
    const asked = { frequencies: 0, lists: 0 }
    return {
      asked,
      lexicon: {
        counts: index.counts,
        frequencyOf: (term: string) => {
          asked.frequencies++
          return index.frequencyOf(term)
        },
        terms: () => {
          asked.lists++
          return index.terms()
        },
      },
    }
  }

  it('does no more work for 400 unknown words than for some dozens', () => {
    const { asked, lexicon } = counted(
      document('de', ['Die Frist der Kündigung beträgt drei Monate.'], 'deu'),
    )
    const letters = [...'bdfgklmnprstwz']
    const words = letters.flatMap((first) => letters.map((last) => `${first}a${last}o`)).concat('xaxa')
    expect(
      questionWords([...words, ...words.map((word) => `${word}x`)].join(' '), lexicon).length,
    ).toBeLessThan(12)
    expect(asked.lists).toBeLessThan(12)
    expect(asked.frequencies).toBeLessThan(10_000)
  })

  it('keeps the words of a long question that are in the documents', async () => {
    const shop = document('a', [
      'You can send back shoes within 30 days. The return label is in the parcel.',
      'The shop is open on Monday.',
    ])
    const mail = `Good afternoon, my name is Katharina Lindqvist and last Tuesday evening my husband ordered brown
      leather boots for our daughter Matilda, who celebrates her birthday next weekend with grandparents visiting
      from Gothenburg. Unfortunately, although we carefully measured everything beforehand using your printable
      chart, they pinch terribly around both ankles, and she already limped home yesterday after school. We have
      kept all original packaging, tissue paper and invoices. Would it be possible to send back these shoes, and
      where do I find the return label?`
    const [best] = await hitsIn(mail, [buildSegment([shop])])
    expect(best).toMatchObject({ id: 'a0' })
    expect(best?.matched).toBeGreaterThanOrEqual(5)
    expect(best?.coverage).toBeGreaterThan(0.4)
  })

  it('corrects misspelled words behind many unknown ones', async () => {
    const { asked, lexicon } = counted(document('a', ['Guarantee: a refund takes five days.']))
    const question = `Hello, Katharina Lindqvist from Gothenburg here, order Brunnsparken for my daughter Matilda: how
      long does a garantee refnud take?`
    const terms = questionWords(question, lexicon).flatMap((word) => word.terms.map(({ term }) => term))
    expect(terms).toEqual(expect.arrayContaining(['guarante', 'refund']))
    expect(asked.lists).toBeLessThan(12)
    expect(await found(question, document('a', ['Guarantee: a refund takes five days.']))).toEqual(['a0'])
  })

  it('does not take a name with signs for a part of a compound', () => {
    const { lexicon } = counted(document('de', ['Der core der Frist.', 'Etwas anderes.'], 'deu'))
    const [word] = questionWords('Ist die Frist core.editor?', lexicon).filter(({ terms }) =>
      terms.some(({ term }) => term === 'frist'),
    )
    expect(word?.terms.map(({ term }) => term)).toEqual(['frist'])
  })

  it('drops terms of deleted documents when segments are merged', () => {
    const segment = buildSegment([document('a', ['A zebra.']), document('b', ['A giraffe.'])])
    segment.dead.add(0)
    expect([...mergeSegments([segment]).terms.keys()]).toEqual(['giraff'])
  })

  it('weighs how much of the question a passage holds, between 0 and 1', async () => {
    const hits = await hitsIn('salt stains', [buildSegment([document('a', ['Salt stains.', 'Salt.'])])])
    expect(hits[0]).toMatchObject({ id: 'a0', matched: 2 })
    expect(hits[0]?.coverage).toBeCloseTo(1)
    expect(hits[1]?.matched).toBe(1)
    expect(hits[1]?.coverage).toBeLessThan(1)
  })
})

describe('a search by meaning', () => {
  it('orders by the angle, also among vectors whose signs are alike', async () => {
    const texts = [
      [0.9, 0.1, 0.1],
      [0.1, 0.9, 0.1],
      [0.6, 0.6, 0.1],
    ].map((numbers) => {
      const length = Math.hypot(...numbers)
      return { content: 'x', vectors: [numbers.map((number) => number / length)] }
    })
    const index = createSegmentIndex([buildSegment([document('a', texts)])])
    const hits = await index.byMeaning(meaningOf([1, 0, 0]), { limit: 10, documentIds: null })
    expect(hits.map(({ id }) => id)).toEqual(['a0', 'a2', 'a1'])
    expect(hits[0]?.cosine).toBeCloseTo(0.9 / Math.hypot(0.9, 0.1, 0.1), 2)
  })

  it('[36.5] finds a passage by its nearest part, once', async () => {
    const parted = document('a', [
      {
        content: 'x',
        vectors: [
          [0, 1],
          [0.8, 0.6],
        ],
      },
      { content: 'x', vectors: [[0.6, 0.8]] },
      { content: 'x' },
      {
        content: 'x',
        vectors: [
          [0, 1],
          [0.6, -0.8],
          [1, 0],
        ],
      },
    ])
    const gone = document('b', [
      {
        content: 'x',
        vectors: [
          [1, 0],
          [1, 0],
        ],
      },
    ])
    const apart = [buildSegment([gone]), buildSegment([parted])]
    apart[0]?.dead.add(0)
    for (const segments of [apart, [mergeSegments(apart)]]) {
      const index = createSegmentIndex(segments)
      const hits = await index.byMeaning(meaningOf([1, 0]), { limit: 10, documentIds: null })
      expect(hits.map(({ id, cosine }) => [id, Number(cosine.toFixed(1))])).toEqual([
        ['a3', 1],
        ['a0', 0.8],
        ['a1', 0.6],
      ])
    }
  })
})

describe('an index', () => {
  const search = (index: PassageIndex, asked: Partial<IndexQuery>) =>
    searchIn(new Map([['base', index]]), { ...query, question: '', ...asked })
  const ids = async (index: PassageIndex, asked: Partial<IndexQuery>) =>
    (await search(index, asked)).byWords.map(({ id }) => id)

  /** What is done with the files of an index, in memory. */
  const tidy = (index: ReturnType<typeof createSegmentIndex>, isThorough = false) => {
    for (const group of rewritesOf(index.segments(), isThorough))
      index.replace(
        group.map(({ name }) => name),
        mergeSegments(group),
      )
  }

  it('replaces a document, forgets what is gone, and finds the rest after many merges', async () => {
    const index = createSegmentIndex()
    for (let n = 0; n < 40; n++) {
      index.put([document(`d${n}-`, [`Topic ${n} zebra.`])])
      tidy(index)
    }
    index.put([document('d7-', ['Nothing left.'], 'eng', '2')])
    index.keep(new Map([...index.versions()].filter(([id]) => id !== 'd8-')))
    expect(index.segments().length).toBeLessThanOrEqual(8)
    const zebras = await search(index, { limit: 100, question: 'zebra' })
    expect(zebras.byWords).toHaveLength(38)
    expect(zebras.searched).toBe(39)
    tidy(index, true)
    expect(index.segments().map(({ dead }) => dead.size)).not.toContain(1)
    expect(await search(index, { limit: 100, question: 'zebra' })).toEqual(zebras)
  })

  it('[39.1] answers alike from one segment, from many, and from these merged', async () => {
    const chance = createMadeUp(39)
    // Texts of few words, so that many are equally good, and too many vectors to look at each closely.
    const made = Array.from({ length: 120 }, (_, n) => ({
      ...chance.document(n),
      passages: Array.from({ length: 10 }, (_passage, place) => ({
        id: `${(n * 7919) % 120}-${place}`,
        headings: '',
        content: chance.text(6),
        // Of some passages there is none, of others there are several.
        vectors: Array.from({ length: (n + place) % 4 }, () => chance.vector()),
      })),
    }))
    const [one, many, merged] = [createSegmentIndex(), createSegmentIndex(), createSegmentIndex()]
    one.put(made)
    // Some are replaced, and some are gone.
    for (const document of made) {
      for (const index of [many, merged]) index.put([{ ...document, version: '0' }])
      many.put([document])
    }
    merged.put(made.toReversed())
    const versions = new Map([...one.versions()].filter((_, place) => place % 9 > 0))
    for (const index of [one, many, merged]) index.keep(versions)
    tidy(merged, true)
    expect(one.segments()).toHaveLength(1)
    expect(many.segments().length).toBeGreaterThan(80)
    for (let n = 1; n < 40; n++) {
      const [word = '', ...words] = made[n]?.passages[0]?.content.split(' ') ?? []
      const asked = {
        // One of the words is misspelled.
        question: `${words.join(' ')} ${word}y`,
        meaning: meaningOf([...chance.vector()], 'bench'),
        limit: 10,
      }
      const answer = await search(one, asked)
      expect(answer.byMeaning).toHaveLength(10)
      expect(answer.byWords[0]).toBeDefined()
      expect(await search(many, asked)).toEqual(answer)
      expect(await search(merged, asked)).toEqual(answer)
    }
  })

  it('keeps vectors of different models apart', async () => {
    const index = createSegmentIndex()
    index.put([
      document('a', [{ content: 'x', vectors: [[1, 0]] }]),
      document('b', [{ content: 'x', vectors: [[1, 0, 0]] }]),
    ])
    const near = async (vector: number[], model = MODEL) =>
      (await search(index, { meaning: meaningOf(vector, model) })).byMeaning.map(({ id }) => id)
    expect(await near([1, 0])).toEqual(['a0'])
    expect(await near([1, 0, 0])).toEqual(['b0'])
    expect(await near([1, 0], 'another model')).toEqual([])
  })

  it('looks in the documents that are asked for alone', async () => {
    const index = createSegmentIndex()
    index.put([document('a', ['Red boots.']), document('b', ['Blue boots.'])])
    expect(await ids(index, { documentIds: ['b'], question: 'boots' })).toEqual(['b0'])
    expect((await ids(index, { question: 'boots' })).sort()).toEqual(['a0', 'b0'])
  })
})

describe('an index on disk', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lectern-index-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const deep = path.join(folder, 'deep')

  it('is read as it was written', () => {
    const segment = buildSegment([
      document('a', [
        {
          content: 'Red boots.',
          vectors: [
            [1, 0],
            [0, 1],
          ],
        },
      ]),
      document('b', ['Ägypten, Größe and core.editor.']),
    ])
    writeSegment(deep, segment)
    const { terms, ...rest } = segment
    const read = readSegment(deep, { name: segment.name, dead: [1] })
    expect(read).toMatchObject({ ...rest, dead: new Set([1]) })
    expect([...(read?.terms.keys() ?? [])]).toEqual([...terms.keys()])
    for (const term of terms.keys()) expect(read?.terms.get(term)).toBe(terms.get(term))
    for (const term of ['', 'a', 'boo', 'zzz']) expect(read?.terms.has(term)).toBe(false)
  })

  it.each([
    ['cut', (bytes: Buffer) => bytes.subarray(0, bytes.length - 3)],
    ['altered', (bytes: Buffer) => Buffer.from(bytes.map((byte, place) => (place === 40 ? byte ^ 1 : byte)))],
    ['of another format', (bytes: Buffer) => Buffer.concat([Buffer.from([99]), bytes.subarray(1)])],
    ['empty', () => Buffer.alloc(0)],
  ])('is made anew when a file is %s', (_how, damaged) => {
    const segment = buildSegment([document('a', ['Red boots.'])])
    writeSegment(deep, segment)
    const file = path.join(deep, segment.name)
    writeFileSync(file, damaged(readFileSync(file)))
    expect(readSegment(deep, { name: segment.name, dead: [] })).toBeNull()
  })

  it('is made anew when there is none', () => {
    expect(readSegment(folder, { name: 'none', dead: [] })).toBeNull()
  })
})

describe('languages', () => {
  it.each([
    ['How do I change the port of the server?', 'eng'],
    ['Wie ändere ich den Port des Servers?', 'deu'],
    ['Comment changer le port dans le fichier ?', 'fra'],
    ['¿Cómo cambio el puerto en el fichero?', 'spa'],
    ['Как изменить порт сервера?', 'rus'],
    ['サーバーのポートを変更する', 'jpn'],
    ['redact remove key', 'und'],
    ['¿Cómo elimino un kernel antiguo?', 'spa'],
    ['Comment entrer un identifiant ?', 'fra'],
  ])('%s', (text, language) => {
    expect(languageOf(text)).toBe(language)
  })

  it.each([
    ['Wann öffnet das Geschäft?', 'deu'],
    ['Wie lange können ungetragene Schuhe zurückgegeben werden?', 'deu'],
    ['Quand ouvre le magasin ?', 'fra'],
  ])('[knowledge M10] of a short question: %s', (text, language) => {
    expect(languageOf(text)).toBe(language)
  })
})

describe('the thesaurus', () => {
  it('knows what means the same, also of an inflected word, and nothing of what is no word', () => {
    expect(relatedTo('vanish')).toContainEqual({ word: 'disappear', weight: 1 })
    expect(relatedTo('passwords').map(({ word }) => word)).toContain('watchword')
    expect(relatedTo('qwertz')).toEqual([])
    expect(relatedTo('')).toEqual([])
  })
})

describe('indexes of several knowledge bases', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lectern-room-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const filled = async (bytesMax: number) => {
    const indexes = createIndexes(bytesMax)
    for (const base of ['one', 'two']) {
      await indexes.answer({ kind: 'sync', base, folder: null, versions: [[base, '1']] })
      await indexes.answer({ kind: 'put', base, documents: [document(base, ['The zebra sleeps.'])] })
    }
    const search = (...bases: string[]) =>
      indexes.answer({
        kind: 'search',
        bases,
        query: { ...query, question: 'zebra' },
        closed: new Set(),
      })
    return { indexes, search }
  }

  it('report that they were evicted, instead of finding nothing', async () => {
    const { search } = await filled(1)
    expect(await search('one')).toMatchObject({ byWords: [{ id: 'one0' }] })
    expect(await search('two')).toEqual({ absent: ['two'] })
    expect(await search('one', 'two')).toEqual({ absent: ['two'] })
  })

  it('are all kept in memory while one search needs them', async () => {
    const { search } = await filled(1)
    for (const _ of [1, 2])
      expect(await search('one', 'two')).toMatchObject({ byWords: [{ id: 'one0' }, { id: 'two0' }] })
  })

  const save = (base: string) =>
    ({ kind: 'save', base, folder: path.join(folder, base), state: 'now', isThorough: false }) as const

  it('stay in memory when they are written, however large they are', async () => {
    const { indexes, search } = await filled(1)
    await indexes.answer(save('two'))
    expect(await search('two')).toMatchObject({ byWords: [{ id: 'two0' }] })
    expect(await search('one')).toEqual({ absent: ['one'] })
  })

  it('[39.2] are not thrown out while they are being filled', async () => {
    const { indexes, search } = await filled(1)
    const versions: [string, string][] = [['three', '1']]
    await indexes.answer({ kind: 'sync', base: 'three', folder: path.join(folder, 'three'), versions })
    await search('one')
    await indexes.answer({ kind: 'put', base: 'three', documents: [document('three', ['The zebra.'])] })
    expect(await search('three')).toMatchObject({ byWords: [{ id: 'three0' }] })
    await indexes.answer(save('three'))
    await search('one', 'two')
  })

  it('are not written once they are gone', async () => {
    const { indexes, search } = await filled(1)
    await search('one')
    expect(await indexes.answer(save('two'))).toBeNull()
  })
})
