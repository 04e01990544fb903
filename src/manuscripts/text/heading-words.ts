/**
 * Words of headings in small letters: in English, Spanish, French, German, Portuguese, Italian,
 * Russian, Polish, Ukrainian, Dutch, Turkish, Vietnamese, Czech, Hungarian, Indonesian, Arabic,
 * Hindi, Thai, and for chapters in Romanian, Slovenian, Serbian, Greek, Swedish and Danish.
 */
export const chapterWords = [
  "chapter capítulo capitulo capitolo chapitre kapitel глава rozdział розділ hoofdstuk bölüm",
  "chương kapitola fejezet bab الفصل الباب अध्याय परिच्छेद บทที่ capitolul poglavje поглавље κεφάλαιο kapitlet",
].flatMap(inWords);

/** Words for chapters that are so common that only a number makes a heading of them. */
export const numberedWords = [
  "chap ch cap kap rozdz letter lettre carta lettera brief list письмо лист levél act acte atto acto canto",
].flatMap(inWords);

export const volumeWords = [
  "part book volume partie livre tome parte libro livro teil buch band часть книга том",
  "część księga tom частина deel boek kısım kitap phần quyển část kniha díl rész könyv kötet",
  "bagian buku الجزء भाग खंड ภาคที่",
].flatMap(inWords);

export const edgeWords = [
  "prologue epilogue prelude interlude foreword preface afterword introduction conclusion",
  "prólogo epílogo interludio prefacio introducción conclusión prefácio posfácio interlúdio",
  "épilogue avant-propos préface postface prolog epilog vorwort nachwort zwischenspiel einleitung",
  "prologo epilogo prefazione introduzione conclusione пролог эпилог предисловие послесловие интерлюдия",
  "przedmowa wstęp posłowie zakończenie епілог передмова післямова voorwoord nawoord proloog epiloog",
  "önsöz sonsöz předmluva doslov úvod závěr előszó utószó utószava lời prakata مقدمة خاتمة प्रस्तावना उपसंहार บทนำ",
].flatMap(inWords);

/** Edge words in Chinese, Japanese and Korean. The longer of two that begin alike comes first. */
export const eastEdges = [
  "序章 序幕 序言 序 楔子 引子 引言 前言 尾声 尾聲 后记 後記 终章 終章 番外編 番外篇 番外 外传 外傳",
  "幕間 閑話 プロローグ エピローグ まえがき あとがき はじめに おわりに",
  "프롤로그 에필로그 서장 서막 서문 종장 막간 외전 번외 후기 작가의\\s?말 머리말 맺음말",
].flatMap(inWords);

/** Whole titles of front and back matter: pages that were not written for readers. */
export const matterTitles = [
  "contents|table of contents|copyright|copyright page|copyright notice|imprint|colophon|uncopyright",
  "title page|titlepage|half title|index|index of names|list of illustrations|about the publisher",
  "índice|índice general|contenido|página de créditos|créditos|página legal|colofón|portada|portadilla",
  "índice analítico|índice onomástico|sobre la editorial|derechos de autor",
  "table des matières|table des chapitres|sommaire|mentions légales|page de titre|achevé d’imprimer",
  "index des noms|à propos de l’éditeur|table des illustrations",
  "inhalt|inhaltsverzeichnis|impressum|titelseite|titelblatt|schmutztitel|kolophon|über den verlag",
  "sachregister|personenregister|namenregister|stichwortverzeichnis|abbildungsverzeichnis",
  "sumário|índice remissivo|ficha técnica|ficha catalográfica|colofão|folha de rosto|página de rosto",
  "direitos autorais|sobre a editora|indice|sommario|frontespizio|indice dei nomi|note legali",
  "содержание|оглавление|титульный лист|выходные данные|именной указатель|предметный указатель",
  "алфавитный указатель|об издательстве|зміст|титульна сторінка|вихідні дані|іменний покажчик",
  "предметний покажчик|про видавництво|садржај|περιεχόμενα",
  "spis treści|strona tytułowa|strona redakcyjna|stopka redakcyjna|indeks|o wydawnictwie|kolofon",
  "inhoud|inhoudsopgave|colofon|titelpagina|titelblad|over de uitgever",
  "içindekiler|künye|dizin|telif hakkı|yayınevi hakkında|mục lục|bản quyền|trang bản quyền",
  "obsah|tiráž|rejstřík|jmenný rejstřík|titulní list|o nakladatelství",
  "tartalom|tartalomjegyzék|impresszum|címlap|tárgymutató|névmutató|a kiadóról",
  "daftar isi|hak cipta|halaman judul|halaman hak cipta|tentang penerbit",
  "cuprins|pagina de titlu|kazalo|innehåll|innehållsförteckning|indhold|indholdsfortegnelse",
  "المحتويات|فهرس المحتويات|الفهرس|حقوق النشر|صفحة العنوان|विषय सूची|अनुक्रमणिका|สารบัญ|ลิขสิทธิ์|ดัชนี",
  "目录|目錄|版权|版权页|版權頁|版权信息|扉页|扉頁|目次|奥付|索引|차례|목차|판권|색인|찾아보기",
].flatMap((list) => list.split("|"));

/** Words that say which volume it is; “part of it” is none. */
export const ordinals = [
  "one two three four five six seven eight nine ten first second third fourth fifth sixth",
  "uno dos tres cuatro cinco primero primera segundo segunda tercero tercera cuarto cuarta quinto quinta sexta",
  "un deux trois quatre cinq premier première deuxième seconde troisième quatrième cinquième sixième",
  "dois três quatro primeiro primeira terceiro terceira quarto quarta primo prima terzo terza",
  "eins zwei drei vier fünf erster zweiter dritter vierter fünfter sechster siebenter",
  "erstes zweites drittes viertes fünftes sechstes siebentes siebtes achtes",
  "первая вторая третья четвертая пятая шестая перша друга третя четверта",
  "pierwsza druga trzecia czwarta piąta pierwszy drugi trzeci czwarty eerste tweede derde vierde",
  "birinci ikinci üçüncü dördüncü một hai ba nhất nhì první druhá druhý třetí čtvrtá čtvrtý",
  "első második harmadik negyedik ötödik pertama kedua ketiga الأول الثاني الثالث الرابع पहला दूसरा तीसरा",
].flatMap(inWords);

function inWords(list: string): readonly string[] {
  return list.split(" ");
}
