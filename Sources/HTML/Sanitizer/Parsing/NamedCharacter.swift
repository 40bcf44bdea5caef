/// The characters of all named references of the HTML standard, section 13.5.
enum NamedCharacter {
    /// Returns the one or two characters of a name before a semicolon; nil for an unknown name.
    static func characters(_ name: ArraySlice<UInt8>) -> [Unicode.Scalar]? {
        characters[String(decoding: name, as: UTF8.self)]
    }

    /// Returns the longest prefix of a text that is a name allowed without a semicolon; nil if there is none.
    static func legacyName(in text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        (shortest...longest).reversed().lazy.map { text.prefix($0) }
            .first { legacyNames.contains(String(decoding: $0, as: UTF8.self)) }
    }

    private static let characters: [String: [Unicode.Scalar]] = {
        var characters: [String: [Unicode.Scalar]] = [:]
        var last: UInt32 = 0
        for entry in table.split(separator: " ") {
            let parts = entry.split(separator: ":")
            var numbers = [last + 1]
            if parts.count > 1 { numbers = parts[0].split(separator: "+").compactMap { UInt32($0, radix: 16) } }
            last = numbers.first ?? last
            for name in parts[parts.count - 1].split(separator: ",") {
                characters[String(name)] = numbers.compactMap(Unicode.Scalar.init)
            }
        }
        return characters
    }()

    /// Names that HTML allows without a semicolon.
    private static let legacyNames = Set(legacyNameList.split(separator: " ").map(String.init))
    private static let shortest = 2
    private static let longest = 6

    private static let legacyNameList = """
        AElig AMP Aacute Acirc Agrave Aring Atilde Auml COPY Ccedil ETH Eacute Ecirc Egrave Euml GT Iacute Icirc \
        Igrave Iuml LT Ntilde Oacute Ocirc Ograve Oslash Otilde Ouml QUOT REG THORN Uacute Ucirc Ugrave Uuml Yacute \
        aacute acirc acute aelig agrave amp aring atilde auml brvbar ccedil cedil cent copy curren deg divide eacute \
        ecirc egrave eth euml frac12 frac14 frac34 gt iacute icirc iexcl igrave iquest iuml laquo lt macr micro \
        middot nbsp not ntilde oacute ocirc ograve ordf ordm oslash otilde ouml para plusmn pound quot raquo reg \
        sect shy sup1 sup2 sup3 szlig thorn times uacute ucirc ugrave uml uuml yacute yen yuml
        """

    /// Each character's code point in hexadecimal, left out if it follows the previous one, and its names; pairs of
    /// characters at the end.
    private static let table = """
        9:Tab NewLine 21:excl QUOT,quot num dollar percnt AMP,amp apos lpar rpar ast,midast plus comma 2E:period sol \
        3A:colon semi LT,lt equals GT,gt quest commat 5B:lsqb,lbrack bsol rsqb,rbrack Hat lowbar,UnderBar \
        grave,DiacriticalGrave 7B:lcub,lbrace vert,verbar,VerticalLine rcub,rbrace A0:nbsp,NonBreakingSpace iexcl cent \
        pound curren yen brvbar sect Dot,die,uml,DoubleDot COPY,copy ordf laquo not shy REG,reg,circledR macr,strns \
        deg pm,plusmn,PlusMinus sup2 sup3 acute,DiacriticalAcute micro para middot,CenterDot,centerdot cedil,Cedilla \
        sup1 ordm raquo frac14 half,frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring,angst AElig Ccedil \
        Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash \
        Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute \
        ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml div,divide oslash ugrave uacute \
        ucirc uuml yacute thorn yuml Amacr amacr Abreve abreve Aogon aogon Cacute cacute Ccirc ccirc Cdot cdot Ccaron \
        ccaron Dcaron dcaron Dstrok dstrok Emacr emacr 116:Edot edot Eogon eogon Ecaron ecaron Gcirc gcirc Gbreve \
        gbreve Gdot gdot Gcedil 124:Hcirc hcirc Hstrok hstrok Itilde itilde Imacr imacr 12E:Iogon iogon Idot \
        imath,inodot IJlig ijlig Jcirc jcirc Kcedil kcedil kgreen Lacute lacute Lcedil lcedil Lcaron lcaron Lmidot \
        lmidot Lstrok lstrok Nacute nacute Ncedil ncedil Ncaron ncaron napos ENG eng Omacr omacr 150:Odblac odblac \
        OElig oelig Racute racute Rcedil rcedil Rcaron rcaron Sacute sacute Scirc scirc Scedil scedil Scaron scaron \
        Tcedil tcedil Tcaron tcaron Tstrok tstrok Utilde utilde Umacr umacr Ubreve ubreve Uring uring Udblac udblac \
        Uogon uogon Wcirc wcirc Ycirc ycirc Yuml Zacute zacute Zdot zdot Zcaron zcaron 192:fnof 1B5:imped 1F5:gacute \
        237:jmath 2C6:circ Hacek,caron 2D8:Breve,breve dot,DiacriticalDot ring ogon tilde,DiacriticalTilde \
        dblac,DiacriticalDoubleAcute 311:DownBreve 391:Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda \
        Mu Nu Xi Omicron Pi Rho 3A3:Sigma Tau Upsilon Phi Chi Psi ohm,Omega 3B1:alpha beta gamma delta epsi,epsilon \
        zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf,sigmav,varsigma sigma tau upsi,upsilon phi chi \
        psi omega 3D1:thetav,thetasym,vartheta Upsi,upsih 3D5:phiv,varphi,straightphi piv,varpi 3DC:Gammad \
        gammad,digamma 3F0:kappav,varkappa rhov,varrho 3F5:epsiv,varepsilon,straightepsilon bepsi,backepsilon 401:IOcy \
        DJcy GJcy Jukcy DScy Iukcy YIcy Jsercy LJcy NJcy TSHcy KJcy 40E:Ubrcy DZcy Acy Bcy Vcy Gcy Dcy IEcy ZHcy Zcy \
        Icy Jcy Kcy Lcy Mcy Ncy Ocy Pcy Rcy Scy Tcy Ucy Fcy KHcy TScy CHcy SHcy SHCHcy HARDcy Ycy SOFTcy Ecy YUcy YAcy \
        acy bcy vcy gcy dcy iecy zhcy zcy icy jcy kcy lcy mcy ncy ocy pcy rcy scy tcy ucy fcy khcy tscy chcy shcy \
        shchcy hardcy ycy softcy ecy yucy yacy 451:iocy djcy gjcy jukcy dscy iukcy yicy jsercy ljcy njcy tshcy kjcy \
        45E:ubrcy dzcy 2002:ensp emsp emsp13 emsp14 2007:numsp puncsp thinsp,ThinSpace hairsp,VeryThinSpace \
        ZeroWidthSpace,NegativeThinSpace,NegativeThickSpace,NegativeMediumSpace,NegativeVeryThinSpace zwnj zwj lrm rlm \
        dash,hyphen 2013:ndash mdash horbar Vert,Verbar 2018:lsquo,OpenCurlyQuote rsquo,rsquor,CloseCurlyQuote \
        sbquo,lsquor 201C:ldquo,OpenCurlyDoubleQuote rdquo,rdquor,CloseCurlyDoubleQuote bdquo,ldquor 2020:dagger \
        Dagger,ddagger bull,bullet 2025:nldr mldr,hellip 2030:permil pertenk prime Prime tprime bprime,backprime \
        2039:lsaquo rsaquo 203E:oline,OverBar 2041:caret 2043:hybull frasl 204F:bsemi 2057:qprime 205F:MediumSpace \
        NoBreak af,ApplyFunction it,InvisibleTimes ic,InvisibleComma 20AC:euro 20DB:tdot,TripleDot DotDot \
        2102:Copf,complexes 2105:incare 210A:gscr Hscr,hamilt,HilbertSpace Hfr,Poincareplane Hopf,quaternions planckh \
        hbar,hslash,planck,plankv Iscr,imagline Im,Ifr,image,imagpart Lscr,lagran,Laplacetrf ell 2115:Nopf,naturals \
        numero copysr wp,weierp Popf,primes Qopf,rationals Rscr,realine Re,Rfr,real,realpart Ropf,reals rx \
        2122:TRADE,trade 2124:Zopf,integers 2127:mho Zfr,zeetrf iiota 212C:Bscr,bernou,Bernoullis Cfr,Cayleys \
        212F:escr Escr,expectation Fscr,Fouriertrf 2133:Mscr,phmmat,Mellintrf oscr,order,orderof aleph,alefsym beth \
        gimel daleth 2145:DD,CapitalDifferentialD dd,DifferentialD ee,ExponentialE,exponentiale ii,ImaginaryI \
        2153:frac13 frac23 frac15 frac25 frac35 frac45 frac16 frac56 frac18 frac38 frac58 frac78 \
        2190:larr,slarr,LeftArrow,leftarrow,ShortLeftArrow uarr,UpArrow,uparrow,ShortUpArrow \
        rarr,srarr,RightArrow,rightarrow,ShortRightArrow darr,DownArrow,downarrow,ShortDownArrow \
        harr,LeftRightArrow,leftrightarrow varr,UpDownArrow,updownarrow nwarr,nwarrow,UpperLeftArrow \
        nearr,nearrow,UpperRightArrow searr,searrow,LowerRightArrow swarr,swarrow,LowerLeftArrow nlarr,nleftarrow \
        nrarr,nrightarrow 219D:rarrw,rightsquigarrow Larr,twoheadleftarrow Uarr Rarr,twoheadrightarrow Darr \
        larrtl,leftarrowtail rarrtl,rightarrowtail mapstoleft,LeftTeeArrow mapstoup,UpTeeArrow \
        map,mapsto,RightTeeArrow mapstodown,DownTeeArrow 21A9:larrhk,hookleftarrow rarrhk,hookrightarrow \
        larrlp,looparrowleft rarrlp,looparrowright harrw,leftrightsquigarrow nharr,nleftrightarrow 21B0:Lsh,lsh \
        Rsh,rsh ldsh rdsh 21B5:crarr cularr,curvearrowleft curarr,curvearrowright 21BA:olarr,circlearrowleft \
        orarr,circlearrowright lharu,LeftVector,leftharpoonup lhard,DownLeftVector,leftharpoondown \
        uharr,RightUpVector,upharpoonright uharl,LeftUpVector,upharpoonleft rharu,RightVector,rightharpoonup \
        rhard,DownRightVector,rightharpoondown dharr,RightDownVector,downharpoonright \
        dharl,LeftDownVector,downharpoonleft rlarr,rightleftarrows,RightArrowLeftArrow udarr,UpArrowDownArrow \
        lrarr,leftrightarrows,LeftArrowRightArrow llarr,leftleftarrows uuarr,upuparrows rrarr,rightrightarrows \
        ddarr,downdownarrows lrhar,leftrightharpoons,ReverseEquilibrium rlhar,Equilibrium,rightleftharpoons \
        nlArr,nLeftarrow nhArr,nLeftrightarrow nrArr,nRightarrow lArr,Leftarrow,DoubleLeftArrow \
        uArr,Uparrow,DoubleUpArrow rArr,Implies,Rightarrow,DoubleRightArrow dArr,Downarrow,DoubleDownArrow \
        iff,hArr,Leftrightarrow,DoubleLeftRightArrow vArr,Updownarrow,DoubleUpDownArrow nwArr neArr seArr swArr \
        lAarr,Lleftarrow rAarr,Rrightarrow 21DD:zigrarr 21E4:larrb,LeftArrowBar rarrb,RightArrowBar \
        21F5:duarr,DownArrowUpArrow 21FD:loarr roarr hoarr ForAll,forall comp,complement part,PartialD exist,Exists \
        nexist,nexists,NotExists empty,emptyv,emptyset,varnothing 2207:Del,nabla in,isin,isinv,Element \
        notin,notinva,NotElement 220B:ni,niv,SuchThat,ReverseElement notni,notniva,NotReverseElement 220F:prod,Product \
        coprod,Coproduct Sum,sum minus mp,mnplus,MinusPlus plusdo,dotplus \
        2216:setmn,ssetmn,setminus,Backslash,smallsetminus lowast compfn,SmallCircle 221A:Sqrt,radic \
        221D:prop,vprop,propto,varpropto,Proportional infin angrt ang,angle angmsd,measuredangle angsph \
        mid,smid,shortmid,VerticalBar nmid,nsmid,nshortmid,NotVerticalBar \
        par,spar,parallel,shortparallel,DoubleVerticalBar npar,nspar,nparallel,nshortparallel,NotDoubleVerticalBar \
        and,wedge or,vee cap cup int,Integral Int tint,iiint oint,conint,ContourIntegral Conint,DoubleContourIntegral \
        Cconint cwint cwconint,ClockwiseContourIntegral awconint,CounterClockwiseContourIntegral \
        there4,Therefore,therefore becaus,Because,because ratio Colon,Proportion minusd,dotminus 223A:mDDot homtht \
        sim,Tilde,thksim,thicksim bsim,backsim ac,mstpos acd wr,wreath,VerticalTilde nsim,NotTilde \
        esim,eqsim,EqualTilde sime,simeq,TildeEqual nsime,nsimeq,NotTildeEqual cong,TildeFullEqual simne \
        ncong,NotTildeFullEqual ap,asymp,thkap,approx,TildeTilde,thickapprox nap,napprox,NotTildeTilde ape,approxeq \
        apid bcong,backcong CupCap,asympeq bump,Bumpeq,HumpDownHump bumpe,bumpeq,HumpEqual doteq,esdot,DotEqual \
        eDot,doteqdot efDot,fallingdotseq erDot,risingdotseq Assign,colone,coloneq ecolon,eqcolon ecir,eqcirc \
        cire,circeq 2259:wedgeq veeeq 225C:trie,triangleq 225F:equest,questeq ne,NotEqual equiv,Congruent \
        nequiv,NotCongruent 2264:le,leq ge,geq,GreaterEqual lE,leqq,LessFullEqual gE,geqq,GreaterFullEqual lnE,lneqq \
        gnE,gneqq Lt,ll,NestedLessLess Gt,gg,NestedGreaterGreater twixt,between NotCupCap nlt,nless,NotLess \
        ngt,ngtr,NotGreater nle,nleq,NotLessEqual nge,ngeq,NotGreaterEqual lsim,lesssim,LessTilde \
        gsim,gtrsim,GreaterTilde nlsim,NotLessTilde ngsim,NotGreaterTilde lg,lessgtr,LessGreater \
        gl,gtrless,GreaterLess ntlg,NotLessGreater ntgl,NotGreaterLess pr,prec,Precedes sc,succ,Succeeds \
        prcue,preccurlyeq,PrecedesSlantEqual sccue,succcurlyeq,SucceedsSlantEqual prsim,precsim,PrecedesTilde \
        scsim,succsim,SucceedsTilde npr,nprec,NotPrecedes nsc,nsucc,NotSucceeds sub,subset sup,supset,Superset nsub \
        nsup sube,subseteq,SubsetEqual supe,supseteq,SupersetEqual nsube,nsubseteq,NotSubsetEqual \
        nsupe,nsupseteq,NotSupersetEqual subne,subsetneq supne,supsetneq 228D:cupdot uplus,UnionPlus \
        sqsub,sqsubset,SquareSubset sqsup,sqsupset,SquareSuperset sqsube,sqsubseteq,SquareSubsetEqual \
        sqsupe,sqsupseteq,SquareSupersetEqual sqcap,SquareIntersection sqcup,SquareUnion oplus,CirclePlus \
        ominus,CircleMinus otimes,CircleTimes osol odot,CircleDot ocir,circledcirc oast,circledast \
        229D:odash,circleddash plusb,boxplus minusb,boxminus timesb,boxtimes sdotb,dotsquare vdash,RightTee \
        dashv,LeftTee top,DownTee bot,perp,UpTee,bottom 22A7:models vDash,DoubleRightTee Vdash Vvdash VDash nvdash \
        nvDash nVdash nVDash prurel 22B2:vltri,LeftTriangle,vartriangleleft vrtri,RightTriangle,vartriangleright \
        ltrie,trianglelefteq,LeftTriangleEqual rtrie,trianglerighteq,RightTriangleEqual origof imof mumap,multimap \
        hercon intcal,intercal veebar 22BD:barvee angrtvb lrtri Wedge,xwedge,bigwedge Vee,xvee,bigvee \
        xcap,bigcap,Intersection xcup,Union,bigcup diam,Diamond,diamond sdot Star,sstarf divonx,divideontimes bowtie \
        ltimes rtimes lthree,leftthreetimes rthree,rightthreetimes bsime,backsimeq cuvee,curlyvee cuwed,curlywedge \
        Sub,Subset Sup,Supset Cap Cup fork,pitchfork epar ltdot,lessdot gtdot,gtrdot Ll Gg,ggg \
        leg,lesseqgtr,LessEqualGreater gel,gtreqless,GreaterEqualLess 22DE:cuepr,curlyeqprec cuesc,curlyeqsucc \
        nprcue,NotPrecedesSlantEqual nsccue,NotSucceedsSlantEqual nsqsube,NotSquareSubsetEqual \
        nsqsupe,NotSquareSupersetEqual 22E6:lnsim gnsim prnsim,precnsim scnsim,succnsim \
        nltri,ntriangleleft,NotLeftTriangle nrtri,ntriangleright,NotRightTriangle \
        nltrie,ntrianglelefteq,NotLeftTriangleEqual nrtrie,ntrianglerighteq,NotRightTriangleEqual vellip ctdot utdot \
        dtdot disin isinsv isins isindot notinvc notinvb 22F9:isinE nisd xnis nis notnivc notnivb 2305:barwed,barwedge \
        Barwed,doublebarwedge 2308:lceil,LeftCeiling rceil,RightCeiling lfloor,LeftFloor rfloor,RightFloor drcrop \
        dlcrop urcrop ulcrop bnot 2312:profline profsurf 2315:telrec target 231C:ulcorn,ulcorner urcorn,urcorner \
        dlcorn,llcorner drcorn,lrcorner 2322:frown,sfrown smile,ssmile 232D:cylcty profalar 2336:topbot 233D:ovbar \
        233F:solbar 237C:angzarr 23B0:lmoust,lmoustache rmoust,rmoustache 23B4:tbrk,OverBracket bbrk,UnderBracket \
        bbrktbrk 23DC:OverParenthesis UnderParenthesis OverBrace UnderBrace 23E2:trpezium 23E7:elinters 2423:blank \
        24C8:oS,circledS 2500:boxh,HorizontalLine 2502:boxv 250C:boxdr 2510:boxdl 2514:boxur 2518:boxul 251C:boxvr \
        2524:boxvl 252C:boxhd 2534:boxhu 253C:boxvh 2550:boxH boxV boxdR boxDr boxDR boxdL boxDl boxDL boxuR boxUr \
        boxUR boxuL boxUl boxUL boxvR boxVr boxVR boxvL boxVl boxVL boxHd boxhD boxHD boxHu boxhU boxHU boxvH boxVh \
        boxVH 2580:uhblk 2584:lhblk 2588:block 2591:blk14 blk12 blk34 25A1:squ,Square,square \
        25AA:squf,squarf,blacksquare,FilledVerySmallSquare EmptyVerySmallSquare 25AD:rect marker 25B1:fltns \
        25B3:xutri,bigtriangleup utrif,blacktriangle utri,triangle 25B8:rtrif,blacktriangleright rtri,triangleright \
        25BD:xdtri,bigtriangledown dtrif,blacktriangledown dtri,triangledown 25C2:ltrif,blacktriangleleft \
        ltri,triangleleft 25CA:loz,lozenge cir 25EC:tridot 25EF:xcirc,bigcirc 25F8:ultri urtri lltri EmptySmallSquare \
        FilledSmallSquare 2605:starf,bigstar star 260E:phone 2640:female 2642:male 2660:spades,spadesuit \
        2663:clubs,clubsuit 2665:hearts,heartsuit diams,diamondsuit 266A:sung 266D:flat natur,natural sharp \
        2713:check,checkmark 2717:cross 2720:malt,maltese 2736:sext 2758:VerticalSeparator 2772:lbbrk rbbrk \
        27C8:bsolhsub suphsol 27E6:lobrk,LeftDoubleBracket robrk,RightDoubleBracket lang,langle,LeftAngleBracket \
        rang,rangle,RightAngleBracket Lang Rang loang roang 27F5:xlarr,LongLeftArrow,longleftarrow \
        xrarr,LongRightArrow,longrightarrow xharr,LongLeftRightArrow,longleftrightarrow \
        xlArr,Longleftarrow,DoubleLongLeftArrow xrArr,Longrightarrow,DoubleLongRightArrow \
        xhArr,Longleftrightarrow,DoubleLongLeftRightArrow 27FC:xmap,longmapsto 27FF:dzigrarr 2902:nvlArr nvrArr nvHarr \
        Map 290C:lbarr rbarr,bkarow lBarr rBarr,dbkarow RBarr,drbkarow DDotrahd UpArrowBar DownArrowBar 2916:Rarrtl \
        2919:latail ratail lAtail rAtail larrfs rarrfs larrbfs rarrbfs 2923:nwarhk nearhk searhk,hksearow \
        swarhk,hkswarow nwnear toea,nesear tosa,seswar swnwar 2933:rarrc 2935:cudarrr ldca rdca cudarrl larrpl \
        293C:curarrm cularrp 2945:rarrpl 2948:harrcir Uarrocir lurdshar ldrushar 294E:LeftRightVector \
        RightUpDownVector DownLeftRightVector LeftUpDownVector LeftVectorBar RightVectorBar RightUpVectorBar \
        RightDownVectorBar DownLeftVectorBar DownRightVectorBar LeftUpVectorBar LeftDownVectorBar LeftTeeVector \
        RightTeeVector RightUpTeeVector RightDownTeeVector DownLeftTeeVector DownRightTeeVector LeftUpTeeVector \
        LeftDownTeeVector lHar uHar rHar dHar luruhar ldrdhar ruluhar rdldhar lharul llhard rharul lrhard \
        udhar,UpEquilibrium duhar,ReverseUpEquilibrium RoundImplies erarr simrarr larrsim rarrsim rarrap ltlarr \
        2978:gtrarr subrarr 297B:suplarr lfisht rfisht ufisht dfisht 2985:lopar ropar 298B:lbrke rbrke lbrkslu rbrksld \
        lbrksld rbrkslu langd rangd lparlt rpargt gtlPar ltrPar 299A:vzigzag 299C:vangrt angrtvbd 29A4:ange range \
        dwangle uwangle angmsdaa angmsdab angmsdac angmsdad angmsdae angmsdaf angmsdag angmsdah bemptyv demptyv \
        cemptyv raemptyv laemptyv ohbar omid opar 29B9:operp 29BB:olcross odsold 29BE:olcir ofcir olt ogt cirscir cirE \
        solb bsolb 29C9:boxbox 29CD:trisb rtriltri LeftTriangleBar RightTriangleBar 29DC:iinfin infintie nvinfin \
        29E3:eparsl smeparsl eqvparsl 29EB:lozf,blacklozenge 29F4:RuleDelayed 29F6:dsol 2A00:xodot,bigodot \
        xoplus,bigoplus xotime,bigotimes 2A04:xuplus,biguplus 2A06:xsqcup,bigsqcup 2A0C:qint,iiiint fpartint \
        2A10:cirfnint awint rppolint scpolint npolint pointint quatint intlarhk 2A22:pluscir plusacir simplus plusdu \
        plussim plustwo 2A29:mcomma minusdu 2A2D:loplus roplus Cross timesd timesbar 2A33:smashp lotimes rotimes \
        otimesas Otimes odiv triplus triminus tritime iprod,intprod 2A3F:amalg capdot 2A42:ncup ncap capand cupor \
        cupcap capcup cupbrcap capbrcup cupcup capcap ccups ccaps 2A50:ccupssm 2A53:And Or andand oror orslope \
        andslope 2A5A:andv orv andd ord 2A5F:wedbar 2A66:sdote 2A6A:simdot 2A6D:congdot easter apacir apE eplus pluse \
        Esim Colone Equal 2A77:eDDot,ddotseq equivDD ltcir gtcir ltquest gtquest les,leqslant,LessSlantEqual \
        ges,geqslant,GreaterSlantEqual lesdot gesdot lesdoto gesdoto lesdotor gesdotol lap,lessapprox gap,gtrapprox \
        lne,lneq gne,gneq lnap,lnapprox gnap,gnapprox lEg,lesseqqgtr gEl,gtreqqless lsime gsime lsimg gsiml lgE glE \
        lesges gesles els,eqslantless egs,eqslantgtr elsdot egsdot el eg 2A9D:siml simg simlE simgE LessLess \
        GreaterGreater 2AA4:glj gla ltcc gtcc lescc gescc smt lat smte late bumpE pre,preceq,PrecedesEqual \
        sce,succeq,SucceedsEqual 2AB3:prE scE prnE,precneqq scnE,succneqq prap,precapprox scap,succapprox \
        prnap,precnapprox scnap,succnapprox Pr Sc subdot supdot subplus supplus submult supmult subedot supedot \
        subE,subseteqq supE,supseteqq subsim supsim 2ACB:subnE,subsetneqq supnE,supsetneqq 2ACF:csub csup csube csupe \
        subsup supsub subsub supsup suphsub supdsub forkv topfork mlcp 2AE4:Dashv,DoubleLeftTee 2AE6:Vdashl Barv vBar \
        vBarv 2AEB:Vbar Not bNot rnmid cirmid midcir topcir nhpar parsim 2AFD:parsl FB00:fflig filig fllig ffilig \
        ffllig 1D49C:Ascr 1D49E:Cscr Dscr 1D4A2:Gscr 1D4A5:Jscr Kscr 1D4A9:Nscr Oscr Pscr Qscr 1D4AE:Sscr Tscr Uscr \
        Vscr Wscr Xscr Yscr Zscr ascr bscr cscr dscr 1D4BB:fscr 1D4BD:hscr iscr jscr kscr lscr mscr nscr 1D4C5:pscr \
        qscr rscr sscr tscr uscr vscr wscr xscr yscr zscr 1D504:Afr Bfr 1D507:Dfr Efr Ffr Gfr 1D50D:Jfr Kfr Lfr Mfr \
        Nfr Ofr Pfr Qfr 1D516:Sfr Tfr Ufr Vfr Wfr Xfr Yfr 1D51E:afr bfr cfr dfr efr ffr gfr hfr ifr jfr kfr lfr mfr \
        nfr ofr pfr qfr rfr sfr tfr ufr vfr wfr xfr yfr zfr Aopf Bopf 1D53B:Dopf Eopf Fopf Gopf 1D540:Iopf Jopf Kopf \
        Lopf Mopf 1D546:Oopf 1D54A:Sopf Topf Uopf Vopf Wopf Xopf Yopf 1D552:aopf bopf copf dopf eopf fopf gopf hopf \
        iopf jopf kopf lopf mopf nopf oopf popf qopf ropf sopf topf uopf vopf wopf xopf yopf zopf 3C+20D2:nvlt \
        3D+20E5:bne 3E+20D2:nvgt 66+6A:fjlig 205F+200A:ThickSpace 219D+338:nrarrw 2202+338:npart 2220+20D2:nang \
        2229+FE00:caps 222A+FE00:cups 223C+20D2:nvsim 223D+331:race 223E+333:acE 2242+338:nesim,NotEqualTilde \
        224B+338:napid 224D+20D2:nvap 224E+338:nbump,NotHumpDownHump 224F+338:nbumpe,NotHumpEqual 2250+338:nedot \
        2261+20E5:bnequiv 2264+20D2:nvle 2265+20D2:nvge 2266+338:nlE,nleqq 2267+338:ngE,ngeqq,NotGreaterFullEqual \
        2268+FE00:lvnE,lvertneqq 2269+FE00:gvnE,gvertneqq 226A+338:nLtv,NotLessLess 226A+20D2:nLt \
        226B+338:nGtv,NotGreaterGreater 226B+20D2:nGt 227F+338:NotSucceedsTilde 2282+20D2:vnsub,nsubset,NotSubset \
        2283+20D2:vnsup,nsupset,NotSuperset 228A+FE00:vsubne,varsubsetneq 228B+FE00:vsupne,varsupsetneq \
        228F+338:NotSquareSubset 2290+338:NotSquareSuperset 2293+FE00:sqcaps 2294+FE00:sqcups 22B4+20D2:nvltrie \
        22B5+20D2:nvrtrie 22D8+338:nLl 22D9+338:nGg 22DA+FE00:lesg 22DB+FE00:gesl 22F5+338:notindot 22F9+338:notinE \
        2933+338:nrarrc 29CF+338:NotLeftTriangleBar 29D0+338:NotRightTriangleBar 2A6D+338:ncongdot 2A70+338:napE \
        2A7D+338:nles,nleqslant,NotLessSlantEqual 2A7E+338:nges,ngeqslant,NotGreaterSlantEqual \
        2AA1+338:NotNestedLessLess 2AA2+338:NotNestedGreaterGreater 2AAC+FE00:smtes 2AAD+FE00:lates \
        2AAF+338:npre,npreceq,NotPrecedesEqual 2AB0+338:nsce,nsucceq,NotSucceedsEqual 2AC5+338:nsubE,nsubseteqq \
        2AC6+338:nsupE,nsupseteqq 2ACB+FE00:vsubnE,varsubsetneqq 2ACC+FE00:vsupnE,varsupsetneqq 2AFD+20E5:nparsl
        """
}
